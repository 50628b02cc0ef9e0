package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Feature;
import io.github.tgp4j.data.RowCounters;
import io.github.tgp4j.data.Target;
import io.github.tgp4j.data.TargetKind;
import io.github.tgp4j.data.TargetLearner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** What is in one column: types, missing values, a histogram, and what a fit would do with it. */
final class ColumnFacts {
  private static final int BINS = 24;
  private static final int SAMPLE = 4096;
  private static final int MOST_LEVELS = 10_000; // counted
  private static final int SHOWN_LEVELS = 12;
  private static final double TAIL = 0.005;

  private final Column column;
  private final Encoder.Learner input;
  private final RowCounters counters;
  private TargetLearner target; // null where it cannot be one
  private String noTarget;
  private final double[] sample = new double[SAMPLE];
  private final SplittableRandom random = new SplittableRandom(1);
  private final Map<String, Integer> levels = new HashMap<>();
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double sum;
  private long present;
  private long missing;
  private double[] edges; // of the histogram, once the range is known
  private final int[] counts = new int[BINS];
  private int beyond;

  ColumnFacts(Column column) {
    this.column = column;
    this.input = Encoder.learner(List.of(column));
    this.counters = new RowCounters(List.of(column));
    try {
      this.target = new TargetLearner(column, TargetKind.DETECTED);
    } catch (IllegalArgumentException e) {
      noTarget = e.getMessage();
    }
  }

  /** The first pass. */
  void add(Chunk chunk, int c) {
    input.add(chunk);
    counters.add(chunk);
    if (target != null) {
      try {
        target.add(chunk);
      } catch (IllegalArgumentException e) {
        noTarget = e.getMessage();
        target = null;
      }
    }
    for (int i = 0; i < chunk.rows(); i++) {
      if (column.type() == ColumnType.CATEGORY) {
        addText(chunk.texts(c)[i]);
      } else {
        addNumber(chunk.numbers(c)[i]);
      }
    }
  }

  private void addText(String text) {
    if (text == null || text.isBlank()) {
      missing++;
      return;
    }
    present++;
    if (levels.size() < MOST_LEVELS || levels.containsKey(text)) {
      levels.merge(text, 1, Integer::sum);
    }
  }

  private void addNumber(double value) {
    if (!Double.isFinite(value)) {
      missing++;
      return;
    }
    long at = present < SAMPLE ? present : random.nextLong(present + 1);
    if (at < SAMPLE) {
      sample[(int) at] = value;
    }
    present++;
    sum += value;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }

  /** The second pass. */
  void count(Chunk chunk, int c) {
    if (column.type() == ColumnType.CATEGORY || !(least < greatest)) {
      return;
    }
    if (edges == null) {
      edges = edges();
    }
    double width = (edges[BINS] - edges[0]) / BINS;
    for (int i = 0; i < chunk.rows(); i++) {
      double value = chunk.numbers(c)[i];
      if (Double.isFinite(value)) {
        if (value < edges[0] || value > edges[BINS]) {
          beyond++;
        } else {
          counts[Math.min(BINS - 1, (int) ((value - edges[0]) / width))]++;
        }
      }
    }
  }

  /** From the least to the greatest, or less where a few values lie far from all others. */
  private double[] edges() {
    double[] sorted = Arrays.copyOf(sample, (int) Math.min(present, SAMPLE));
    Arrays.sort(sorted);
    double low = sorted[(int) (TAIL * (sorted.length - 1))];
    double high = sorted[(int) Math.ceil((1 - TAIL) * (sorted.length - 1))];
    boolean far = high > low && greatest - least > 3 * (high - low);
    double from = far ? low : least;
    double to = far ? high : greatest;
    double[] out = new double[BINS + 1];
    for (int k = 0; k <= BINS; k++) {
      out[k] = from + (to - from) * k / BINS;
    }
    return out;
  }

  Map<String, Object> asMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", column.name());
    out.put("type", column.type().name().toLowerCase(Locale.ROOT));
    out.put("missing", missing);
    if (column.type() == ColumnType.CATEGORY) {
      addLevels(out);
    } else {
      addRange(out);
    }
    addUse(out);
    addTarget(out);
    return out;
  }

  private void addLevels(Map<String, Object> out) {
    out.put("distinct", levels.size());
    List<Map<String, Object>> most = new ArrayList<>();
    levels.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, Integer>>comparingInt(e -> -e.getValue())
                .thenComparing(Map.Entry::getKey))
        .limit(SHOWN_LEVELS)
        .forEach(
            entry -> {
              Map<String, Object> level = new LinkedHashMap<>();
              level.put("text", entry.getKey());
              level.put("count", entry.getValue());
              most.add(level);
            });
    out.put("levels", most);
  }

  private void addRange(Map<String, Object> out) {
    boolean time = column.type() == ColumnType.TIME;
    if (present > 0) {
      out.put("min", time ? ModelFacts.text(least) : (Object) least);
      out.put("max", time ? ModelFacts.text(greatest) : (Object) greatest);
      out.put("mean", time ? ModelFacts.text(sum / present) : (Object) (sum / present));
      out.put("median", time ? ModelFacts.text(median()) : (Object) median());
    }
    if (edges != null) {
      Map<String, Object> histogram = new LinkedHashMap<>();
      histogram.put("edges", edges); // of times: seconds since 1970
      histogram.put("counts", counts);
      histogram.put("beyond", beyond);
      out.put("histogram", histogram);
    }
  }

  private double median() {
    double[] sorted = Arrays.copyOf(sample, (int) Math.min(present, SAMPLE));
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** What a fit does with it as an input. */
  private void addUse(Map<String, Object> out) {
    List<String> notes = new ArrayList<>();
    if (!counters.names().isEmpty()) {
      notes.add("counts the rows; exclude it if it is an identifier");
    }
    try {
      Encoder encoder = input.finish();
      out.put("used", true);
      out.put("use", use(encoder.features()));
      String start = column.name() + ": ";
      encoder
          .notes()
          .forEach(n -> notes.add(n.startsWith(start) ? n.substring(start.length()) : n));
    } catch (IllegalArgumentException e) {
      out.put("used", false);
      out.put("use", "left out");
      notes.add(reason(e.getMessage()));
    }
    out.put("notes", notes);
  }

  /** Of "inputs: no column of 9 rows can be used (x: constant (1), left out); choose …". */
  private String reason(String message) {
    int from = message.indexOf("(" + column.name() + ": ");
    int to = message.lastIndexOf("); ");
    return from < 0 || to < from
        ? message
        : message.substring(from + column.name().length() + 3, to);
  }

  private static String use(List<Feature> features) {
    long levels = features.stream().filter(f -> f.kind() == Feature.Kind.LEVEL).count();
    boolean marked = features.stream().anyMatch(f -> f.kind() == Feature.Kind.MISSING);
    boolean cycles = features.stream().anyMatch(f -> f.kind() == Feature.Kind.CYCLE);
    String what =
        switch (features.get(0).kind()) {
          case NUMBER -> "as a number";
          case TIME -> cycles ? "as a trend and cycles of the time" : "as a trend in time";
          default ->
              levels <= 1 ? "as one column of 0 and 1" : "as " + levels + " columns of 0 and 1";
        };
    return marked ? what + ", and a mark where it is missing" : what;
  }

  /** What it would be as a target. */
  private void addTarget(Map<String, Object> out) {
    Map<String, Object> as = new LinkedHashMap<>();
    try {
      Target found = target == null ? null : target.finish();
      as.put("possible", found != null);
      as.put("is", found == null ? noTarget : found.describe());
      if (found != null) {
        as.put("classes", found.encoder().isClasses());
      }
    } catch (IllegalArgumentException e) {
      as.put("possible", false);
      as.put("is", e.getMessage());
    }
    out.put("target", as);
  }
}
