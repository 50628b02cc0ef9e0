package io.github.tgp4j.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON as RFC 8259 has it and nothing else: no comments, no single quotes, no repeated names,
 * no more nesting than a header needs. Files come from strangers, and the application around this
 * library brings JSON libraries of any age, so the reader is our own
 * (docs/decisions/0011-no-json-library.md).
 *
 * <p>An object becomes a {@code Map}, a list a {@code List}, a text a {@code String}, a number a
 * {@link JsonNumber}, true and false a {@code Boolean}, and null stays null.
 */
final class JsonReader {
  static final int MOST_NESTING = 32;

  /** What {@link #peek} says behind the text; as a control character it ends everything. */
  private static final char END = '\0';

  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final String text;
  private int at;
  private int depth;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * The one value that the text consists of.
   *
   * @throws ModelFileException when it is not JSON
   */
  static Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value();
    reader.skipBlanks();
    if (reader.at < text.length()) {
      throw reader.wrong("nothing behind the value");
    }
    return value;
  }

  private Object value() {
    skipBlanks();
    switch (peek()) {
      case '{':
        return nested(this::object);
      case '[':
        return nested(this::list);
      case '"':
        return string();
      case 't':
        return literal("true", true);
      case 'f':
        return literal("false", false);
      case 'n':
        return literal("null", null);
      default:
        return number();
    }
  }

  private Object nested(java.util.function.Supplier<Object> reader) {
    if (++depth > MOST_NESTING) {
      throw wrong("at most " + MOST_NESTING + " nested objects and lists");
    }
    at++; // the opening bracket
    Object value = reader.get();
    depth--;
    return value;
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    if (ends('}')) {
      return members;
    }
    do {
      skipBlanks();
      String name = string();
      if (members.containsKey(name)) {
        throw wrong("every name once in an object");
      }
      skipBlanks();
      expect(':');
      members.put(name, value());
    } while (goesOn('}'));
    return members;
  }

  private List<Object> list() {
    List<Object> entries = new ArrayList<>();
    if (ends(']')) {
      return entries;
    }
    do {
      entries.add(value());
    } while (goesOn(']'));
    return entries;
  }

  private boolean ends(char closing) {
    skipBlanks();
    if (peek() == closing) {
      at++;
      return true;
    }
    return false;
  }

  private boolean goesOn(char closing) {
    if (ends(closing)) {
      return false;
    }
    expect(',');
    return true;
  }

  private String string() {
    expect('"');
    StringBuilder made = new StringBuilder();
    while (true) {
      int from = at;
      while (peek() >= ' ' && peek() != '"' && peek() != '\\') {
        at++;
      }
      made.append(text, from, at);
      if (peek() == '"') {
        at++;
        return made.toString();
      }
      expect('\\');
      made.append(escaped());
    }
  }

  private char escaped() {
    char kind = peek();
    if (kind == 'u') {
      at++;
      int code = 0;
      for (int i = 0; i < 4; i++, at++) {
        int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
        if (digit < 0) {
          throw wrong("a hexadecimal digit");
        }
        code = 16 * code + digit;
      }
      return (char) code;
    }
    int index = kind == END ? -1 : ESCAPES.indexOf(kind);
    if (index < 0) {
      throw wrong("a character that may follow a backslash");
    }
    at++;
    return ESCAPED.charAt(index);
  }

  private Object literal(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong(word);
    }
    at += word.length();
    return value;
  }

  private JsonNumber number() {
    int from = at;
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
    } else {
      digits();
    }
    if (peek() == '.') {
      at++;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      digits();
    }
    return new JsonNumber(text.substring(from, at));
  }

  private void digits() {
    if (!isDigit()) {
      throw wrong("a value");
    }
    while (isDigit()) {
      at++;
    }
  }

  private boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw wrong(Character.toString(c));
    }
    at++;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private ModelFileException wrong(String expected) {
    String got = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
    return new ModelFileException(
        "header: expected JSON, nested at most "
            + MOST_NESTING
            + " deep, but reading it failed at character "
            + at
            + ": expected "
            + expected
            + " but got "
            + got);
  }
}
