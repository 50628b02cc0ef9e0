package io.github.tgp4j.spec;

import io.github.tgp4j.network.MlpShape;
import io.github.tgp4j.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stood in parentheses behind a name: plain numbers and words in their order, and named
 * numbers. The factory of a part asks for all that it understands; the first argument that nobody
 * asked for is refused.
 */
public final class Arguments {
  private record Argument(Object value, int column) {
    /** As it is written: 3, not 3.0. */
    String text() {
      return value instanceof Double number ? Numbers.plain(number) : value.toString();
    }
  }

  /** No part of a model comes in larger numbers; a slip of the finger must not fill the memory. */
  private static final int MOST = 10_000;

  private final SpecReader reader;
  private final String owner;
  private final List<Argument> plain = new ArrayList<>();
  private final Map<String, Argument> named = new LinkedHashMap<>();
  private int taken;

  Arguments(SpecReader reader, String owner) {
    this.reader = reader;
    this.owner = owner;
  }

  /** The same arguments, none of them taken. */
  Arguments copy() {
    Arguments copy = new Arguments(reader, owner);
    copy.plain.addAll(plain);
    copy.named.putAll(named);
    return copy;
  }

  void addNumber(double value, int column) {
    plain.add(new Argument(value, column));
  }

  void addWord(String value, int column) {
    plain.add(new Argument(value, column));
  }

  void addNamed(String name, double[] values, int column) {
    if (named.put(name, new Argument(values, column)) != null) {
      throw reader.error(owner + ": " + name + " is given twice", column);
    }
  }

  /** The next plain argument as a number. */
  public double number(String what) {
    Argument argument = nextPlain(what, "a number");
    if (argument.value() instanceof Double value) {
      return value;
    }
    throw reader.error(
        owner + ": " + what + ": expected a number but got '" + argument.value() + "'",
        argument.column());
  }

  /** The next plain argument as a whole number, at most 10,000 either way. */
  public int wholeNumber(String what) {
    int column = taken < plain.size() ? plain.get(taken).column() : reader.column();
    double value = number(what);
    if (value != Math.rint(value)) {
      throw reader.error(
          owner + ": " + what + ": expected a whole number but got " + value, column);
    }
    if (Math.abs(value) > MOST) {
      throw reader.error(
          owner + ": " + what + ": expected at most " + MOST + " but got " + Numbers.plain(value),
          column);
    }
    return (int) value;
  }

  /** The next plain argument as a whole number, or {@code otherwise} when it is none. */
  public int wholeNumber(String what, int otherwise) {
    return hasNumber() ? wholeNumber(what) : otherwise;
  }

  /** A whole number of parts, which count towards those that one text may have. */
  int parts(String what) {
    int column = taken < plain.size() ? plain.get(taken).column() : reader.column();
    int count = wholeNumber(what);
    reader.countParts(count, column);
    return count;
  }

  /** The next plain argument as a number, or {@code otherwise} when it is none. */
  public double number(String what, double otherwise) {
    return hasNumber() ? number(what) : otherwise;
  }

  /** Whether the next plain argument is a number. */
  public boolean hasNumber() {
    return taken < plain.size() && plain.get(taken).value() instanceof Double;
  }

  /** The next plain argument as one of some words, or the first of them when there is none. */
  public String word(String what, String... choices) {
    if (taken == plain.size()) {
      return choices[0];
    }
    Argument argument = nextPlain(what, String.join(" or ", choices));
    for (String choice : choices) {
      if (choice.equals(argument.value())) {
        return choice;
      }
    }
    throw reader.error(
        owner
            + ": "
            + what
            + ": expected "
            + String.join(" or ", choices)
            + " but got '"
            + argument.text()
            + "'",
        argument.column());
  }

  /** Takes a word if it is the next plain argument. */
  public boolean takeWord(String word) {
    if (taken < plain.size() && word.equals(plain.get(taken).value())) {
      taken++;
      return true;
    }
    return false;
  }

  private Argument nextPlain(String what, String expected) {
    if (taken == plain.size()) {
      throw reader.error(
          owner + ": expected " + expected + " for " + what + " but got none", reader.column());
    }
    return plain.get(taken++);
  }

  void addChoice(String name, Object value, int column) {
    if (named.put(name, new Argument(value, column)) != null) {
      throw reader.error(owner + ": " + name + " is given twice", column);
    }
  }

  /** What stands behind "name=" as a word, or null; an error where it is something else. */
  String namedWord(String name, String... choices) {
    Argument argument = named.get(name);
    if (argument == null || argument.value() instanceof MlpShape) {
      return null;
    }
    named.remove(name);
    for (String choice : choices) {
      if (choice.equals(argument.value())) {
        return choice;
      }
    }
    throw reader.error(
        owner + ": " + name + ": expected " + name + "=" + String.join(" or ", choices),
        argument.column());
  }

  /** The network behind "name @", or null. */
  MlpShape network(String name) {
    return named.containsKey(name) && named.get(name).value() instanceof MlpShape shape
        ? networkTaken(name, shape)
        : null;
  }

  private MlpShape networkTaken(String name, MlpShape shape) {
    named.remove(name);
    return shape;
  }

  private double[] numbers(String name, Argument argument) {
    if (argument.value() instanceof double[] values) {
      return values;
    }
    throw reader.error(
        owner + ": " + name + ": expected a number but got '" + argument.text() + "'",
        argument.column());
  }

  /** One named argument as a single number, or {@code otherwise}. */
  public double named(String name, double otherwise) {
    Argument argument = named.remove(name);
    if (argument == null) {
      return otherwise;
    }
    double[] values = numbers(name, argument);
    if (values.length != 1) {
      throw reader.error(
          owner + ": " + name + ": expected one number but got " + values.length,
          argument.column());
    }
    return values[0];
  }

  /** All named arguments, in order. */
  public Map<String, double[]> takeNamed() {
    Map<String, double[]> all = new LinkedHashMap<>();
    named.forEach((name, argument) -> all.put(name, numbers(name, argument)));
    named.clear();
    return all;
  }

  /** Complains about what nobody asked for. */
  void done() {
    if (taken < plain.size()) {
      Argument extra = plain.get(taken);
      throw reader.error(
          owner + ": expected no further argument but got '" + extra.text() + "'", extra.column());
    }
    if (!named.isEmpty()) {
      Map.Entry<String, Argument> extra = named.entrySet().iterator().next();
      throw reader.error(
          owner + ": no argument is called " + extra.getKey(), extra.getValue().column());
    }
  }
}
