package io.github.tgp4j.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place in a JSON text: asked for what should stand there, it names the place if it does not. */
final class Node {
  private static final int MOST_NESTING = 64;
  private static final int LONGEST_SPEC = 100_000;

  private final JsonElement element;
  private final String path;

  private Node(JsonElement element, String path) {
    this.element = element;
    this.path = path;
  }

  static Node of(JsonElement root) {
    return new Node(root, "");
  }

  /** JSON has no NaN and no infinities: these are written as text. */
  static JsonPrimitive number(double value) {
    return Double.isFinite(value)
        ? new JsonPrimitive(value)
        : new JsonPrimitive(Double.toString(value));
  }

  static JsonArray texts(Iterable<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
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
    JsonElement member = object().get(name);
    return member == null || member.isJsonNull() ? null : new Node(member, place(name));
  }

  private String place(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  JsonObject object() {
    if (element instanceof JsonObject object) {
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
    if (!(element instanceof JsonArray array)) {
      throw wrong("a list");
    }
    List<Node> nodes = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      nodes.add(new Node(array.get(i), path + "[" + i + "]"));
    }
    return nodes;
  }

  String text() {
    if (element instanceof JsonPrimitive primitive && primitive.isString()) {
      return primitive.getAsString();
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
    if (element instanceof JsonPrimitive primitive && !primitive.isBoolean()) {
      try {
        return Double.parseDouble(primitive.getAsString());
      } catch (NumberFormatException e) {
        throw wrong("a number", e);
      }
    }
    throw wrong("a number");
  }

  long whole() {
    if (element instanceof JsonPrimitive primitive && primitive.isNumber()) {
      try {
        return Long.parseLong(primitive.getAsString());
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
    String got = element.toString();
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
