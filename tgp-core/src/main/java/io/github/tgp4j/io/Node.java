package io.github.tgp4j.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place in a JSON text: asked for what should stand there, it names the place if it does not. */
final class Node {
  private static final int MOST_NESTING = 64;
  private static final int LONGEST_SPEC = 100_000;

  private final Object element;
  private final String path;

  private Node(Object element, String path) {
    this.element = element;
    this.path = path;
  }

  static Node of(Object root) {
    return new Node(root, "");
  }

  /** JSON has no NaN and no infinities: these are written as text. */
  static Object number(double value) {
    return Double.isFinite(value) ? value : Double.toString(value);
  }

  static List<Object> texts(Iterable<String> values) {
    List<Object> list = new ArrayList<>();
    values.forEach(list::add);
    return list;
  }

  /** The member, which must be there. */
  Node get(String name) {
    Node member = find(name);
    if (member == null) {
      throw new ModelFileException(
          "header: " + place(name) + ": expected this member but there is none");
    }
    return member;
  }

  /** The member, or null when it is missing or null. */
  Node find(String name) {
    Object member = object().get(name);
    return member == null ? null : new Node(member, place(name));
  }

  private String place(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  Map<String, Object> object() {
    if (element instanceof Map<?, ?> map) {
      @SuppressWarnings("unchecked") // the reader's maps have texts as keys
      Map<String, Object> object = (Map<String, Object>) map;
      return object;
    }
    throw wrong("an object");
  }

  Map<String, Node> members() {
    Map<String, Node> members = new LinkedHashMap<>();
    object()
        .entrySet()
        .forEach(e -> members.put(e.getKey(), new Node(e.getValue(), place(e.getKey()))));
    return members;
  }

  List<Node> list() {
    if (!(element instanceof List<?> array)) {
      throw wrong("a list");
    }
    List<Node> nodes = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      nodes.add(new Node(array.get(i), path + "[" + i + "]"));
    }
    return nodes;
  }

  String text() {
    if (element instanceof String text) {
      return text;
    }
    throw wrong("a text");
  }

  List<String> texts() {
    return list().stream().map(Node::text).toList();
  }

  /** A text of the model language: short, and not nested so deeply that reading it would fail. */
  String spec() {
    String text = text();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth > MOST_NESTING) {
        throw new ModelFileException(
            "header: " + path + ": expected at most " + MOST_NESTING + " nested parentheses");
      }
    }
    if (text.length() > LONGEST_SPEC) {
      throw new ModelFileException(
          "header: "
              + path
              + ": expected at most "
              + LONGEST_SPEC
              + " characters but got "
              + text.length());
    }
    return text;
  }

  double number() {
    if (element instanceof JsonNumber || element instanceof String) {
      try {
        return Double.parseDouble(element.toString());
      } catch (NumberFormatException e) {
        throw wrong("a number", e);
      }
    }
    throw wrong("a number");
  }

  long whole() {
    if (element instanceof JsonNumber number) {
      try {
        return Long.parseLong(number.text());
      } catch (NumberFormatException e) {
        throw wrong("a whole number", e);
      }
    }
    throw wrong("a whole number");
  }

  int whole(int least, int most) {
    long value = whole();
    if (value < least || value > most) {
      throw wrong("a whole number from " + least + " to " + most);
    }
    return (int) value;
  }

  /** What a builder makes of this place; its complaints are told with the place. */
  <T> T make(java.util.function.Supplier<T> factory) {
    try {
      return factory.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ModelFileException(
          "header: " + (path.isEmpty() ? "" : path + ": ") + e.getMessage(), e);
    }
  }

  ModelFileException wrong(String expected) {
    return wrong(expected, null);
  }

  private ModelFileException wrong(String expected, Exception cause) {
    String got = JsonWriter.write(element);
    return new ModelFileException(
        "header: "
            + path
            + ": expected "
            + expected
            + " but got "
            + (got.length() > 80 ? got.substring(0, 80) + "…" : got),
        cause);
  }
}
