package io.github.tgp4j.server;

import io.github.tgp4j.auto.FitOutcome;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.UnseenRows;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.NumberCoding;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TimeCoding;
import io.github.tgp4j.io.SavedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows that a fit held out, with what was predicted for them: what lies behind every bin, segment
 * and worst row of a chart. Plain values, which a file keeps.
 *
 * @param inputs names of the columns
 * @param types what each is: number, category or time
 * @param labels of the classes; empty for numbers
 * @param whole whether the target takes whole values only
 * @param rows values of the inputs, per row
 */
record JudgedRows(
    String target,
    List<String> inputs,
    List<String> types,
    List<String> labels,
    boolean whole,
    List<List<Object>> rows,
    HeldOut held) {
  /** More are not kept: a page shows some, and bins of so many are exact enough. */
  static final int MOST_ROWS = 5000;

  /** Of one target of a fit; null where nothing was held out. */
  static JudgedRows of(FitOutcome outcome, int target) {
    List<HeldOut> all = outcome.comparison().heldOut().get(outcome.name());
    if (all == null || outcome.unseen(outcome.name()).isEmpty()) {
      return null;
    }
    SavedModel saved = outcome.saved();
    Encoder encoder = saved.encoder();
    List<List<Object>> rows = new ArrayList<>();
    for (UnseenRows part : outcome.unseen(outcome.name())) {
      rows.addAll(DecodedRows.of(encoder, part.x()));
    }
    HeldOut held = all.get(target);
    if (rows.size() != held.y().length) {
      return null;
    }
    int count = Math.min(rows.size(), MOST_ROWS);
    TargetEncoder coding = saved.targets().get(target);
    return new JudgedRows(
        coding.name(),
        encoder.inputs(),
        types(encoder),
        coding.labels(),
        saved.model().likelihood(target).discrete(),
        rows.subList(0, count),
        first(held, count));
  }

  /** What each input is. */
  static List<String> types(Encoder encoder) {
    return encoder.description().columns().stream()
        .map(
            coding ->
                coding instanceof NumberCoding
                    ? "number"
                    : coding instanceof TimeCoding ? "time" : "category")
        .toList();
  }

  private static HeldOut first(HeldOut held, int count) {
    return held.y().length == count
        ? held
        : new HeldOut(
            Arrays.copyOf(held.y(), count),
            Arrays.copyOf(held.logDensity(), count),
            Arrays.copyOf(held.mean(), Math.min(count, held.mean().length)),
            Arrays.copyOf(held.median(), Math.min(count, held.median().length)),
            Arrays.copyOf(held.lower(), Math.min(count, held.lower().length)),
            Arrays.copyOf(held.upper(), Math.min(count, held.upper().length)),
            Arrays.copyOf(held.pit(), Math.min(count, held.pit().length)),
            Arrays.copyOf(held.classes(), Math.min(count, held.classes().length)));
  }

  boolean isClasses() {
    return !labels.isEmpty();
  }

  int count() {
    return held.y().length;
  }

  /** For a file. */
  Map<String, Object> asMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", target);
    out.put("inputs", inputs);
    out.put("types", types);
    out.put("labels", labels);
    out.put("whole", whole);
    out.put("rows", rows);
    out.put("y", held.y());
    out.put("logDensity", held.logDensity());
    out.put("mean", held.mean());
    out.put("median", held.median());
    out.put("lower", held.lower());
    out.put("upper", held.upper());
    out.put("pit", held.pit());
    out.put("classes", Arrays.asList(held.classes()));
    return out;
  }

  /** Of a file. */
  @SuppressWarnings("unchecked") // written by asMap
  static JudgedRows of(Map<String, Object> map) {
    List<Object> classes = (List<Object>) map.get("classes");
    double[][] probabilities = new double[classes.size()][];
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = numbers(classes.get(i));
    }
    HeldOut held =
        new HeldOut(
            numbers(map.get("y")),
            numbers(map.get("logDensity")),
            numbers(map.get("mean")),
            numbers(map.get("median")),
            numbers(map.get("lower")),
            numbers(map.get("upper")),
            numbers(map.get("pit")),
            probabilities);
    return new JudgedRows(
        (String) map.get("target"),
        (List<String>) map.get("inputs"),
        (List<String>) map.get("types"),
        (List<String>) map.get("labels"),
        (Boolean) map.get("whole"),
        (List<List<Object>>) map.get("rows"),
        held);
  }

  private static double[] numbers(Object list) {
    return ((List<?>) list)
        .stream().mapToDouble(v -> v == null ? Double.NaN : ((Number) v).doubleValue()).toArray();
  }

  /** How far off row i is: |y − median|, or the probability that was not given to its class. */
  double error(int i) {
    return isClasses()
        ? 1 - held.classes()[i][(int) held.y()[i]]
        : Math.abs(held.y()[i] - held.median()[i]);
  }

  /** Whether row i is inside its 95% interval, or its class the most probable. */
  boolean isHit(int i) {
    return isClasses()
        ? likely(i) == (int) held.y()[i]
        : held.y()[i] >= held.lower()[i] && held.y()[i] <= held.upper()[i];
  }

  /** The most probable class of row i. */
  int likely(int i) {
    double[] p = held.classes()[i];
    int at = 0;
    for (int k = 1; k < p.length; k++) {
      at = p[k] > p[at] ? k : at;
    }
    return at;
  }

  /** A row as a table shows it: inputs, then what was observed and predicted. */
  List<Object> shown(int i) {
    List<Object> out = new ArrayList<>(rows.get(i));
    if (isClasses()) {
      out.add(labels.get((int) held.y()[i]));
      out.add(labels.get(likely(i)));
      out.add(held.classes()[i][(int) held.y()[i]]);
    } else {
      out.add(held.y()[i]);
      out.add(held.median()[i]);
      out.add(held.lower()[i]);
      out.add(held.upper()[i]);
    }
    return out;
  }

  List<String> columns() {
    List<String> out = new ArrayList<>(inputs);
    out.add(target);
    out.addAll(
        isClasses()
            ? List.of("predicted", "probability of what was observed")
            : List.of("predicted", "lower 95%", "upper 95%"));
    return out;
  }
}
