package io.github.tgp4j.server;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.cli.report.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How well rows were predicted that the model had not learnt from, and where it errs: the answer in
 * words, rows in bins of what was promised, segments of the inputs, and the worst rows.
 */
final class Judgement {
  private static final int BINS = 10;
  private static final int WORST = 12;
  private static final int SHOWN = 200;
  private static final int MOST_SEGMENTS = 16;
  private static final double[] LEVELS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};
  private static final double CHANCE = 1.96; // standard deviations

  private final JudgedRows judged;
  private final HeldOut held;
  private final int count;

  Judgement(JudgedRows judged) {
    this.judged = judged;
    this.held = judged.held();
    this.count = judged.count();
  }

  /**
   * The whole of it.
   *
   * @param source what the rows are: "held-out rows"
   */
  Map<String, Object> asMap(String source) {
    boolean classes = judged.isClasses();
    Verdict verdict = Verdict.of(held, judged.whole());
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("target", judged.target());
    out.put("labels", judged.labels());
    out.put("source", source);
    out.put("rows", count);
    out.put("grade", verdict.grade().name().toLowerCase(Locale.ROOT));
    out.put(
        "sentences", verdict.sentences(judged.target(), classes ? judged.labels() : null, source));
    out.put("bins", classes ? sureness() : places());
    if (classes) {
      out.put("confusion", confusion());
    } else {
      out.put("coverage", Map.of("levels", LEVELS, "inside", coverage(held.pit())));
    }
    out.put("worst", rows(i -> true, WORST));
    out.put("segments", new Segments(judged).asMaps().stream().limit(MOST_SEGMENTS).toList());
    return out;
  }

  /** Levels of central intervals that {@link #coverage} is told of. */
  static double[] levels() {
    return LEVELS.clone();
  }

  /** Share of rows inside each of these intervals. */
  static double[] coverage(double[] pit) {
    double[] out = new double[LEVELS.length];
    for (int k = 0; k < out.length; k++) {
      double half = 0.5 * LEVELS[k];
      long inside =
          IntStream.range(0, pit.length).filter(i -> Math.abs(pit[i] - 0.5) <= half).count();
      out[k] = (double) inside / pit.length;
    }
    return out;
  }

  /** How many rows fell into each tenth of their predicted distribution, and what is usual. */
  private List<Map<String, Object>> places() {
    int[] counts = new int[BINS];
    IntStream.range(0, count).forEach(i -> counts[bin(i)]++);
    double expected = (double) count / BINS;
    double chance = CHANCE * Math.sqrt(expected * (1 - 1.0 / BINS));
    List<Map<String, Object>> out = new ArrayList<>();
    for (int b = 0; b < BINS; b++) {
      Map<String, Object> bin = named(b, counts[b]);
      bin.put("expected", expected);
      bin.put("lower", Math.max(0, expected - chance));
      bin.put("upper", expected + chance);
      bin.put("unusual", Math.abs(counts[b] - expected) > chance);
      out.add(bin);
    }
    return out;
  }

  /** How often it was right where it was so sure. */
  private List<Map<String, Object>> sureness() {
    int[] counts = new int[BINS];
    int[] right = new int[BINS];
    double[] sure = new double[BINS];
    double[] spread = new double[BINS];
    for (int i = 0; i < count; i++) {
      int b = bin(i);
      double p = held.classes()[i][judged.likely(i)];
      counts[b]++;
      right[b] += judged.isHit(i) ? 1 : 0;
      sure[b] += p;
      spread[b] += p * (1 - p);
    }
    List<Map<String, Object>> out = new ArrayList<>();
    for (int b = 0; b < BINS; b++) {
      if (counts[b] > 0) {
        double chance = Math.max(1, CHANCE * Math.sqrt(spread[b]));
        Map<String, Object> bin = named(b, counts[b]);
        bin.put("said", sure[b] / counts[b]);
        bin.put("right", (double) right[b] / counts[b]);
        bin.put("unusual", Math.abs(right[b] - sure[b]) > chance);
        out.add(bin);
      }
    }
    return out;
  }

  private static Map<String, Object> named(int b, int rows) {
    Map<String, Object> bin = new LinkedHashMap<>();
    bin.put("bin", b);
    bin.put("from", (double) b / BINS);
    bin.put("to", (b + 1.0) / BINS);
    bin.put("count", rows);
    return bin;
  }

  /** The calibration bin of row i: of its PIT value, or of the largest probability. */
  private int bin(int i) {
    double value = judged.isClasses() ? held.classes()[i][judged.likely(i)] : held.pit()[i];
    return Math.max(0, Math.min(BINS - 1, (int) (BINS * value)));
  }

  /** Rows of class i for which j was most probable. */
  private int[][] confusion() {
    int[][] out = new int[judged.labels().size()][judged.labels().size()];
    for (int i = 0; i < count; i++) {
      out[(int) held.y()[i]][judged.likely(i)]++;
    }
    return out;
  }

  /** All rows, the worst first. */
  Map<String, Object> rows() {
    return rows(i -> true, SHOWN);
  }

  Map<String, Object> rowsOfBin(int bin) {
    return rows(i -> bin(i) == bin, SHOWN);
  }

  Map<String, Object> rowsOfSegment(int number) {
    return rows(new Segments(judged).rowsOf(number), SHOWN);
  }

  /** Rows of one class that were taken for another. */
  Map<String, Object> rowsOfClasses(int observed, int predicted) {
    if (!judged.isClasses()) {
      throw ApiException.badRequest("observed: " + judged.target() + " has no classes");
    }
    return rows(i -> (int) held.y()[i] == observed && judged.likely(i) == predicted, SHOWN);
  }

  private Map<String, Object> rows(IntPredicate which, int most) {
    List<Integer> chosen =
        IntStream.range(0, count)
            .filter(which)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -judged.error(i)))
            .toList();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("columns", judged.columns());
    out.put("total", chosen.size());
    out.put("rows", chosen.stream().limit(most).map(judged::shown).toList());
    return out;
  }
}
