package io.github.tgp4j.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Tells columns of texts that are numbers but for a few values, such as "n.a." or "12 kg", from
 * texts: nine in ten of their values are numbers, more than {@value CategoryCoding#MOST_LEVELS}
 * different ones. Fewer different numbers may be the codes of something, and stay levels; so do
 * those of a column in which a number begins with 0, as postal codes do.
 */
final class MixedValues {
  private static final double MOST = 0.9; // of the values
  private static final double HALF = 0.5;
  private static final int EXAMPLES = 3;

  private final Range range = new Range(); // of the numbers; all else counts as missing
  private boolean codes; // whether a number begins with 0

  /** Takes the texts of some rows. */
  void add(String[] texts, int rows) {
    double[] numbers = new double[rows];
    for (int i = 0; i < rows; i++) {
      numbers[i] = Values.isMissing(texts[i]) ? Double.NaN : Values.numberOrNaN(texts[i]);
      codes |= !Double.isNaN(numbers[i]) && isCode(texts[i].strip());
    }
    range.add(numbers, rows);
  }

  private static boolean isCode(String text) {
    return text.length() > 1 && text.charAt(0) == '0' && Character.isDigit(text.charAt(1));
  }

  void merge(MixedValues other) {
    range.merge(other.range);
    codes |= other.codes;
  }

  /** Sends or receives what was seen. */
  void send(Wire wire) {
    range.send(wire);
    codes = wire.flag(codes);
  }

  /** Of all rows; those that are no finite numbers count as missing. */
  Range range() {
    return range;
  }

  /**
   * Whether the column is one of numbers.
   *
   * @param present values that are there
   */
  boolean areNumbers(Map<String, Long> seen, long present) {
    return !codes && isShare(MOST, present) && distinct(seen) > CategoryCoding.MOST_LEVELS;
  }

  /** Whether half the values or more are numbers, and some are not. */
  boolean areMixed(long present) {
    return !codes && isShare(HALF, present) && range.finite() < present;
  }

  private boolean isShare(double share, long present) {
    return present > 0 && range.finite() >= share * present;
  }

  private static long distinct(Map<String, Long> seen) {
    return seen.keySet().stream().filter(t -> Double.isFinite(Values.numberOrNaN(t))).count();
  }

  /** "12 of 1,000 values are no numbers ("n.a." 10 times, "?" twice)". */
  String words(Map<String, Long> seen, long present) {
    List<String> texts = new ArrayList<>(seen.keySet());
    texts.removeIf(t -> Double.isFinite(Values.numberOrNaN(t)));
    texts.sort(Comparator.comparing((String t) -> -seen.get(t)).thenComparing(t -> t));
    List<String> some =
        texts.stream().limit(EXAMPLES).map(t -> Values.quoted(t) + times(seen.get(t))).toList();
    long others = present - range.finite();
    return String.format(
        Locale.ROOT,
        "%,d of %,d values %s (%s%s)",
        others,
        present,
        others == 1 ? "is no number" : "are no numbers",
        String.join(", ", some),
        texts.size() > EXAMPLES ? ", …" : "");
  }

  private static String times(long count) {
    return count == 1 ? "" : count == 2 ? " twice" : " " + count + " times";
  }
}
