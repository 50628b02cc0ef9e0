package io.github.tgp4j.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Places of levels in a list. A level is also found by another spelling, unless that of two levels
 * ({@link Spellings}), and by its number: a column of "1", "2" and "x" is text in one file and,
 * where no row has "x", numbers in the next; so are true and false as 1 and 0.
 */
final class LevelIndex {
  private final Map<String, Integer> byText = new HashMap<>();
  private final Map<String, Integer> byWord = new HashMap<>(); // −1 for two levels
  private final Map<Double, Integer> byNumber = new HashMap<>();

  LevelIndex(List<String> levels) {
    for (int i = 0; i < levels.size(); i++) {
      if (byText.putIfAbsent(levels.get(i), i) != null) {
        throw new IllegalArgumentException(
            "levels: " + Values.quoted(levels.get(i)) + " is there twice");
      }
      byWord.merge(Spellings.key(levels.get(i)), i, (a, b) -> -1);
      OptionalDouble number = Values.number(levels.get(i));
      if (number.isPresent()) {
        byNumber.putIfAbsent(number.getAsDouble() + 0.0, i); // + 0.0: no negative zero
      }
    }
    if (levels.size() == 2 && byText.containsKey("true") && byText.containsKey("false")) {
      byNumber.put(1.0, byText.get("true"));
      byNumber.put(0.0, byText.get("false"));
    }
  }

  /** Place of a text, or -1. */
  int find(String text) {
    Integer place = byText.get(text);
    return place != null ? place : byWord.getOrDefault(Spellings.key(text), -1);
  }

  /** Place of a number, or -1. */
  int find(double number) {
    return byNumber.getOrDefault(number + 0.0, -1);
  }

  /** Whether any level can be found by a number. */
  boolean hasNumbers() {
    return !byNumber.isEmpty();
  }
}
