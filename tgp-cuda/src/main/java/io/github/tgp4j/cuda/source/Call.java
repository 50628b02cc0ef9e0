package io.github.tgp4j.cuda.source;

import java.util.ArrayList;
import java.util.List;

/**
 * One part of a text of the model language, "name(argument, argument)": what stands between its
 * parentheses is cut at the outermost commas and not read further.
 */
record Call(String name, List<String> arguments) {
  /** Reads a part. */
  static Call of(String text) {
    String trimmed = text.trim();
    int open = trimmed.indexOf('(');
    if (open < 0) {
      return new Call(trimmed, List.of());
    }
    if (!trimmed.endsWith(")")) {
      throw new IllegalArgumentException("part: expected name(…) but got " + text);
    }
    String inner = trimmed.substring(open + 1, trimmed.length() - 1);
    return new Call(trimmed.substring(0, open), split(inner, ','));
  }

  /** Cuts a text at a mark wherever that is in no parentheses or brackets. */
  static List<String> split(String text, char mark) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
      } else if (c == mark && depth == 0) {
        parts.add(text.substring(from, i).trim());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).trim());
    return parts;
  }

  boolean has(String word) {
    return arguments.contains(word);
  }

  int wholeNumber(int argument) {
    return (int) Double.parseDouble(arguments.get(argument));
  }

  /** The value of the argument "name=value", or null. */
  String named(String argument) {
    for (String text : arguments) {
      if (text.startsWith(argument + "=")) {
        return text.substring(argument.length() + 1);
      }
    }
    return null;
  }
}
