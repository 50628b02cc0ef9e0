package io.github.tgp4j.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Texts that are one word to a person: {@code "red"}, {@code " red"} and {@code "Red"}. Blanks at
 * the ends never tell values apart, and neither do several in place of one. Capital letters do so
 * in codes of one or two characters ({@code "AA"}, {@code "Aa"} and {@code "aa"} are three
 * genotypes, {@code "m"} is a metre and {@code "M"} a million), which are therefore kept apart, and
 * not in longer words nor in {@code "no"}, {@code "on"} and {@code "ja"}, however often each
 * spelling occurs: tables put together from two sources have both often.
 */
final class Spellings {
  private static final int LONGEST_CODE = 2; // characters
  private static final Set<String> SHORT_WORDS = Set.of("no", "on", "ja");
  private static final int MOST_EXAMPLES = 3;

  private final Map<String, Long> counts = new HashMap<>(); // by the spelling that is kept
  private final List<String> joined = new ArrayList<>();
  private final List<String> apart = new ArrayList<>();
  private long others; // spellings joined

  /** Joins the spellings of these texts, which occur so often. */
  Spellings(Map<String, Long> seen) {
    Map<String, List<String>> words = new TreeMap<>();
    seen.keySet().forEach(t -> words.computeIfAbsent(key(t), k -> new ArrayList<>()).add(t));
    Map<String, List<String>> cases = new TreeMap<>();
    for (List<String> spellings : words.values()) {
      spellings.sort(Comparator.comparing((String t) -> -seen.get(t)).thenComparing(t -> t));
      String kept = blanks(spellings.get(0));
      counts.put(kept, spellings.stream().mapToLong(seen::get).sum());
      cases.computeIfAbsent(kept.toLowerCase(Locale.ROOT), k -> new ArrayList<>()).add(kept);
      List<String> variants = spellings.stream().filter(t -> !t.equals(kept)).toList();
      if (spellings.size() > 1) {
        others += spellings.size() - 1;
        joined.add(examples(variants) + " as " + Values.quoted(kept));
      }
    }
    cases.values().stream().filter(c -> c.size() > 1).forEach(c -> apart.add(examples(c)));
  }

  private static String examples(List<String> texts) {
    List<String> quoted = texts.stream().limit(MOST_EXAMPLES).map(Values::quoted).toList();
    return String.join(", ", quoted) + (texts.size() > MOST_EXAMPLES ? ", …" : "");
  }

  /** What all spellings of a word have in common. */
  static String key(String text) {
    String plain = blanks(text);
    String lower = plain.toLowerCase(Locale.ROOT);
    return plain.length() <= LONGEST_CODE && !SHORT_WORDS.contains(lower) ? plain : lower;
  }

  /** No blanks at the ends, one at a time within. */
  private static String blanks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean before = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (blank) {
        before = out.length() > 0;
      } else {
        out.append(before ? " " : "").append(c);
        before = false;
      }
    }
    return out.toString();
  }

  /** How often each word occurs, by its most frequent spelling. */
  Map<String, Long> counts() {
    return counts;
  }

  /** How many spellings are no longer values of their own. */
  long others() {
    return others;
  }

  /** What was joined and what was kept apart, for people. */
  List<String> notes(String name) {
    List<String> notes = new ArrayList<>();
    if (!joined.isEmpty()) {
      notes.add(
          name
              + ": spellings that differ only in blanks or capital letters are one value: "
              + some(joined, "; "));
    }
    if (!apart.isEmpty()) {
      notes.add(
          name
              + ": "
              + some(apart, "; ")
              + " are different values: capital letters may tell such short codes apart; write them"
              + " alike where they do not");
    }
    return notes;
  }

  private static String some(List<String> texts, String between) {
    List<String> first = texts.subList(0, Math.min(MOST_EXAMPLES, texts.size()));
    int rest = texts.size() - first.size();
    return String.join(between, first) + (rest > 0 ? between + "and " + rest + " more" : "");
  }
}
