package io.github.tgp4j.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Parts of held-out rows by one input: each level of a category, four parts of equally many rows of
 * numbers and times. Where a model is much worse in one of them than in all, there is something to
 * learn.
 */
final class Segments {
  private static final int PARTS = 4;
  private static final int LEAST_ROWS = 10;
  private static final int MOST_LEVELS = 30;

  /**
   * A part of the rows.
   *
   * @param text which values of the input: "20 to 35"
   */
  private record Segment(String input, String text, int[] rows) {}

  private final JudgedRows judged;
  private final List<Segment> all = new ArrayList<>();

  Segments(JudgedRows judged) {
    this.judged = judged;
    for (int c = 0; c < judged.inputs().size(); c++) {
      String input = judged.inputs().get(c);
      switch (judged.types().get(c)) {
        case "number" -> parts(input, c, false);
        case "time" -> parts(input, c, true);
        default -> levels(input, c);
      }
    }
  }

  private void levels(String input, int c) {
    TreeMap<String, List<Integer>> byText = new TreeMap<>();
    for (int i = 0; i < judged.count(); i++) {
      Object value = judged.rows().get(i).get(c);
      String text = value == null ? "missing" : value.toString();
      byText.computeIfAbsent(text, t -> new ArrayList<>()).add(i);
    }
    byText.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .limit(MOST_LEVELS)
        .forEach(
            entry ->
                add(
                    input,
                    entry.getKey(),
                    entry.getValue().stream().mapToInt(Integer::intValue).toArray()));
  }

  /** Equal values stay together. */
  private void parts(String input, int c, boolean time) {
    double[] values = new double[judged.count()];
    Arrays.setAll(values, i -> number(judged.rows().get(i).get(c)));
    int[] order =
        IntStream.range(0, values.length)
            .filter(i -> !Double.isNaN(values[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int from = 0;
    for (int part = 1; part <= PARTS; part++) {
      int to = Math.max(from, (int) ((long) order.length * part / PARTS));
      while (to > from && to < order.length && values[order[to]] == values[order[to - 1]]) {
        to++;
      }
      if (to > from) {
        String least = text(values[order[from]], time);
        String most = text(values[order[to - 1]], time);
        String text = least.equals(most) ? least : least + " to " + most;
        add(input, text, Arrays.copyOfRange(order, from, to));
      }
      from = to;
    }
  }

  private static double number(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    return value instanceof String text ? Instant.parse(text).getEpochSecond() : Double.NaN;
  }

  private static String text(double value, boolean time) {
    if (time) {
      String moment = ModelFacts.text(value);
      return moment.endsWith("T00:00:00Z") ? moment.substring(0, 10) : moment.substring(0, 16);
    }
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }

  private void add(String input, String text, int[] rows) {
    if (rows.length >= LEAST_ROWS && rows.length < judged.count()) {
      all.add(new Segment(input, text, rows));
    }
  }

  /** The rows of one of {@link #asMaps}, by its number. */
  IntPredicate rowsOf(int number) {
    if (number < 0 || number >= all.size()) {
      throw ApiException.notFound("segment: there are " + all.size() + ", counted from 0");
    }
    boolean[] inside = new boolean[judged.count()];
    for (int i : all.get(number).rows()) {
      inside[i] = true;
    }
    return i -> inside[i];
  }

  /** Each with its scores, those that differ most from all rows first. */
  List<Map<String, Object>> asMaps() {
    double[] errors = IntStream.range(0, judged.count()).mapToDouble(judged::error).toArray();
    double usual = Arrays.stream(errors).average().orElse(0);
    double squares = Arrays.stream(errors).map(e -> (e - usual) * (e - usual)).sum();
    double deviation = Math.sqrt(squares / Math.max(1, errors.length - 1));
    List<Map<String, Object>> out = new ArrayList<>();
    for (int s = 0; s < all.size(); s++) {
      Segment segment = all.get(s);
      int[] rows = segment.rows();
      double error = Arrays.stream(rows).mapToDouble(i -> errors[i]).average().orElse(0);
      double chance = deviation / Math.sqrt(rows.length);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("segment", s);
      one.put("input", segment.input());
      one.put("part", segment.text());
      one.put("rows", rows.length);
      one.put("error", error);
      one.put("relative", error / usual);
      one.put("deviations", chance > 0 ? (error - usual) / chance : 0.0);
      double hits = Arrays.stream(rows).filter(judged::isHit).count() / (double) rows.length;
      one.put(judged.isClasses() ? "accuracy" : "coverage95", hits);
      one.put(
          "nll",
          -Arrays.stream(rows).mapToDouble(i -> judged.held().logDensity()[i]).average().orElse(0));
      out.add(one);
    }
    out.sort(Comparator.comparingDouble(one -> -Math.abs((Double) one.get("deviations"))));
    return out;
  }
}
