package io.github.tgp4j.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Parts of held-out rows by one input: each level of a category, four parts of equally many rows of
 * numbers and times. Where a model is much worse in one of them than in all, there is something to
 * learn.
 */
final class Segments {
  private static final int PARTS = 4;
  private static final int LEAST_ROWS = 5;
  private static final int MOST_LEVELS = 30;

  /** A part of the rows. */
  record Segment(String input, String text, IntPredicate rows) {}

  private final JudgedRows judged;

  Segments(JudgedRows judged) {
    this.judged = judged;
  }

  List<Segment> all() {
    List<Segment> out = new ArrayList<>();
    for (int c = 0; c < judged.inputs().size(); c++) {
      out.addAll(of(c));
    }
    return out;
  }

  private List<Segment> of(int c) {
    String input = judged.inputs().get(c);
    boolean number =
        judged.rows().stream().anyMatch(row -> row.get(c) instanceof Number)
            && judged.rows().stream().noneMatch(row -> row.get(c) instanceof String);
    return number ? parts(input, c) : levels(input, c);
  }

  private List<Segment> levels(String input, int c) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (List<Object> row : judged.rows()) {
      counts.merge(String.valueOf(row.get(c)), 1, Integer::sum);
    }
    List<Segment> out = new ArrayList<>();
    counts.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue()))
        .limit(MOST_LEVELS)
        .filter(entry -> entry.getValue() >= LEAST_ROWS)
        .forEach(
            entry ->
                out.add(
                    new Segment(
                        input,
                        entry.getKey().equals("null") ? "missing" : entry.getKey(),
                        i -> String.valueOf(judged.rows().get(i).get(c)).equals(entry.getKey()))));
    return out;
  }

  private List<Segment> parts(String input, int c) {
    double[] sorted =
        judged.rows().stream()
            .map(row -> row.get(c))
            .filter(Number.class::isInstance)
            .mapToDouble(value -> ((Number) value).doubleValue())
            .sorted()
            .toArray();
    List<Segment> out = new ArrayList<>();
    double from = sorted[0];
    for (int k = 1; k <= PARTS; k++) {
      double to = sorted[(int) ((long) (sorted.length - 1) * k / PARTS)];
      if (!(from < to) && k > 1) {
        continue;
      }
      double low = from;
      boolean first = k == 1;
      IntPredicate inside =
          i ->
              judged.rows().get(i).get(c) instanceof Number value
                  && (first ? value.doubleValue() >= low : value.doubleValue() > low)
                  && value.doubleValue() <= to;
      out.add(new Segment(input, brief(low) + " to " + brief(to), inside));
      from = to;
    }
    return out;
  }

  private static String brief(double value) {
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Each with its scores, the worst beside all rows first. */
  List<Map<String, Object>> asMaps() {
    List<Map<String, Object>> out = new ArrayList<>();
    List<Segment> all = all();
    double usual = mean(i -> true);
    for (int s = 0; s < all.size(); s++) {
      Segment segment = all.get(s);
      int[] rows = rows(segment);
      if (rows.length < LEAST_ROWS) {
        continue;
      }
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("segment", s);
      one.put("input", segment.input());
      one.put("part", segment.text());
      one.put("rows", rows.length);
      one.put("error", mean(segment.rows()));
      one.put("relative", mean(segment.rows()) / usual);
      double inside = Arrays.stream(rows).filter(judged::isHit).count() / (double) rows.length;
      one.put(judged.isClasses() ? "accuracy" : "coverage95", inside);
      one.put(
          "nll",
          -Arrays.stream(rows).mapToDouble(i -> judged.held().logDensity()[i]).average().orElse(0));
      out.add(one);
    }
    out.sort(Comparator.comparingDouble(one -> -(Double) one.get("relative")));
    return out;
  }

  int[] rows(Segment segment) {
    return java.util.stream.IntStream.range(0, judged.count()).filter(segment.rows()).toArray();
  }

  private double mean(IntPredicate rows) {
    return java.util.stream.IntStream.range(0, judged.count())
        .filter(rows)
        .mapToDouble(judged::error)
        .average()
        .orElse(Double.NaN);
  }
}
