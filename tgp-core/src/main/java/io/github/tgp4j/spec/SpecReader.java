package io.github.tgp4j.spec;

import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Reads names, numbers and marks off a text, and says where something else stands. */
final class SpecReader {
  private static final int DEEPEST = 50;
  private static final int MOST_PARTS = 2_000;

  private final String text;
  private int at;
  private int depth;
  private int parts;

  SpecReader(String text) {
    this.text = Objects.requireNonNull(text, "text of the model language");
    skipBlanks();
  }

  int column() {
    return at;
  }

  boolean atEnd() {
    return at == text.length();
  }

  SpecException error(String problem, int column) {
    return new SpecException(problem, text, column);
  }

  /** The error for a name that no part has, with what to do about it. */
  SpecException unknown(
      String what, String register, String name, Collection<String> known, int column) {
    boolean typo = Names.nearest(name, known).isPresent();
    return error(
        typo
            ? Names.unknown(what, name, known)
            : "no "
                + what
                + " is called "
                + name
                + "; one of your own needs Specs."
                + register
                + " or a Parts service on the class path. There are "
                + Names.list(known),
        column);
  }

  /** What a factory made, which must not be null. */
  <T> T made(String what, String name, T part) {
    if (part == null) {
      throw new IllegalArgumentException(what + " " + name + ": its factory gave null");
    }
    return part;
  }

  /** Runs a factory; what it finds wrong is reported at {@code column}. */
  <T> T located(int column, Supplier<T> factory) {
    try {
      return factory.get();
    } catch (SpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw error(e.getMessage(), column);
    }
  }

  /** Reads something nested, as long as the nesting is not absurd. */
  <T> T nested(int column, Supplier<T> inner) {
    if (++depth > DEEPEST) {
      throw error("expected at most " + DEEPEST + " levels of parentheses", column);
    }
    T result = inner.get();
    depth--;
    return result;
  }

  /** Counts parts of a model; a slip of the finger must not fill the memory. */
  void countParts(int count, int column) {
    parts += Math.max(count, 0); // those of one call are few enough not to overflow
    if (parts > MOST_PARTS) {
      throw error("expected at most " + MOST_PARTS + " parts in one text", column);
    }
  }

  /** Takes the mark if it is next. */
  boolean take(char mark) {
    if (at < text.length() && text.charAt(at) == mark) {
      at++;
      skipBlanks();
      return true;
    }
    return false;
  }

  void expect(char mark) {
    if (!take(mark)) {
      throw error("expected '" + mark + "' but got " + next(), at);
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw error("expected the end of the text but got " + next(), at);
    }
  }

  boolean isName() {
    return at < text.length() && Character.isLetter(text.charAt(at));
  }

  /** A name: letters, digits and dashes, starting with a letter. */
  String name(String what) {
    if (!isName()) {
      throw error("expected " + what + " but got " + next(), at);
    }
    int from = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(from, at);
    skipBlanks();
    return name;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '-';
  }

  boolean isNumber() {
    return at < text.length()
        && (Character.isDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0);
  }

  double number() {
    int from = at;
    while (at < text.length() && isNumberPart(from)) {
      at++;
    }
    try {
      double value = Double.parseDouble(text.substring(from, at));
      skipBlanks();
      return value;
    } catch (NumberFormatException e) {
      at = from;
      throw error("expected a number but got " + next(), from);
    }
  }

  private boolean isNumberPart(int from) {
    char c = text.charAt(at);
    boolean sign = (c == '-' || c == '+') && (at == from || "eE".indexOf(text.charAt(at - 1)) >= 0);
    return Character.isDigit(c) || c == '.' || c == 'e' || c == 'E' || sign;
  }

  /** Digits alone; a dot behind them is no part of the number. */
  String digits(String what) {
    int from = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at == from) {
      throw error("expected " + what + " but got " + next(), at);
    }
    String digits = text.substring(from, at);
    skipBlanks();
    return digits;
  }

  int wholeNumber(String what) {
    int column = at;
    double value = number();
    if (value != Math.rint(value) || Math.abs(value) > 1e9) {
      throw error(what + ": expected a whole number but got " + value, column);
    }
    return (int) value;
  }

  /** "(a, b, name=c, name=[d, e], name=word, name @ mlp(…))", or nothing. */
  Arguments arguments(String owner) {
    Arguments arguments = new Arguments(this, owner);
    if (take('(')) {
      do {
        int column = at;
        if (isName()) {
          String name = name("a name");
          if (take('@')) {
            arguments.addChoice(name, FlowParser.network(this), column);
          } else if (take('=')) {
            if (isName()) {
              arguments.addChoice(name, name("a word"), column);
            } else {
              arguments.addNamed(name, numbers(), column);
            }
          } else {
            arguments.addWord(name, column);
          }
        } else {
          arguments.addNumber(number(), column);
        }
      } while (take(','));
      expect(')');
    }
    return arguments;
  }

  /** One number, or a list of them in brackets. */
  private double[] numbers() {
    if (!take('[')) {
      return new double[] {number()};
    }
    List<Double> values = new ArrayList<>();
    do {
      values.add(number());
    } while (take(','));
    expect(']');
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** What stands here, for messages. */
  String next() {
    if (atEnd()) {
      return "the end of the text";
    }
    int to = at;
    while (to < text.length() && isNamePart(text.charAt(to))) {
      to++;
    }
    return "'" + text.substring(at, Math.max(to, at + 1)) + "'";
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }
}
