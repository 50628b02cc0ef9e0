package io.github.tgp4j.io;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes what {@link JsonReader} reads, without blanks. */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /** The text of maps, lists, texts, whole and finite numbers, true, false and null. */
  static String write(Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.out.toString();
  }

  private void value(Object value) {
    if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof List<?> list) {
      list(list);
    } else if (value instanceof String text) {
      string(text);
    } else if (value == null
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof JsonNumber
        || value instanceof Double number && Double.isFinite(number)) {
      out.append(value);
    } else {
      throw new IllegalArgumentException(
          "JSON: expected a map, list, text, finite number, true, false or null but got " + value);
    }
  }

  private void object(Map<?, ?> map) {
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> members = map.entrySet().iterator();
    while (members.hasNext()) {
      Map.Entry<?, ?> member = members.next();
      string((String) member.getKey());
      out.append(':');
      value(member.getValue());
      if (members.hasNext()) {
        out.append(',');
      }
    }
    out.append('}');
  }

  private void list(List<?> list) {
    out.append('[');
    for (int i = 0; i < list.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      value(list.get(i));
    }
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c) && !isPaired(text, i)) {
        out.append(String.format("\\u%04x", (int) c)); // UTF-8 has no lone surrogates
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
