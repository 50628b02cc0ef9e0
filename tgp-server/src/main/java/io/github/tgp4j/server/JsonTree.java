package io.github.tgp4j.server;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON that clients send: strictly, not deep, no name twice. Objects become maps, lists
 * lists, whole numbers {@link Long}s and others {@link Double}s.
 */
final class JsonTree {
  private static final int DEEPEST = 32;

  private JsonTree() {}

  /** What a request's bytes are as text. */
  static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw ApiException.badRequest("body: expected UTF-8 but got bytes that are none");
    }
  }

  private static JsonReader reader(Reader from) {
    JsonReader reader = new JsonReader(from);
    reader.setStrictness(com.google.gson.Strictness.STRICT);
    reader.setNestingLimit(DEEPEST);
    return reader;
  }

  /** The object that a text is. */
  static Map<String, Object> object(byte[] bytes) {
    return parse(
        text(bytes),
        reader -> {
          if (reader.peek() != JsonToken.BEGIN_OBJECT) {
            throw ApiException.badRequest(
                "body: expected a JSON object but got " + words(reader.peek()));
          }
          return readObject(reader);
        });
  }

  /** Reads one value with a reader at the start of a text. */
  interface Parser<T> {
    T parse(JsonReader reader) throws IOException;
  }

  /** Reads a whole text; what is wrong with it becomes a refusal that says where. */
  static <T> T parse(String text, Parser<T> parser) {
    return parse(text, reader(new StringReader(text)), parser);
  }

  /**
   * The same of a text that may have NaN for a missing number, as Python's own writer makes it; the
   * reader takes it for a text.
   */
  static <T> T parseWithNan(String text, Parser<T> parser) {
    JsonReader reader = reader(new StringReader(text));
    reader.setStrictness(com.google.gson.Strictness.LENIENT);
    return parse(text, reader, parser);
  }

  private static <T> T parse(String text, JsonReader reader, Parser<T> parser) {
    try {
      T value = parser.parse(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw ApiException.badRequest("body: expected one JSON value but there is more behind it");
      }
      return value;
    } catch (EOFException e) {
      throw ApiException.badRequest(
          text.isBlank()
              ? "body: expected JSON but got nothing"
              : "body: the JSON ends too early, at " + reader.getPath());
    } catch (MalformedJsonException | IllegalStateException | NumberFormatException e) {
      throw ApiException.badRequest("body: not valid JSON: " + brief(e.getMessage()));
    } catch (IOException e) {
      throw ApiException.badRequest("body: cannot be read: " + brief(e.getMessage()));
    }
  }

  /** Gson's messages end with a link for its own users. */
  private static String brief(String message) {
    int end = message == null ? -1 : message.indexOf('\n');
    String line = end < 0 ? String.valueOf(message) : message.substring(0, end);
    return line.length() > 200 ? line.substring(0, 200) + "…" : line;
  }

  static Map<String, Object> readObject(JsonReader reader) throws IOException {
    Map<String, Object> out = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (out.containsKey(name)) {
        throw ApiException.badRequest("body: " + name + " is there twice; leave one out");
      }
      out.put(name, readValue(reader));
    }
    reader.endObject();
    return out;
  }

  static Object readValue(JsonReader reader) throws IOException {
    switch (reader.peek()) {
      case BEGIN_OBJECT:
        return readObject(reader);
      case BEGIN_ARRAY:
        List<Object> list = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) {
          list.add(readValue(reader));
        }
        reader.endArray();
        return list;
      case STRING:
        return reader.nextString();
      case NUMBER:
        return number(reader.nextString());
      case BOOLEAN:
        return reader.nextBoolean();
      default:
        reader.nextNull();
        return null;
    }
  }

  private static Number number(String literal) {
    if (literal.matches("-?[0-9]{1,15}")) {
      return Long.valueOf(literal);
    }
    return Double.valueOf(literal);
  }

  /** A kind of JSON in words. */
  static String words(JsonToken token) {
    return switch (token) {
      case BEGIN_ARRAY, END_ARRAY -> "a list";
      case BEGIN_OBJECT, END_OBJECT, NAME -> "an object";
      case STRING -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      case END_DOCUMENT -> "nothing";
    };
  }
}
