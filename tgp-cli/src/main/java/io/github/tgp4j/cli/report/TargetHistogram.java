package io.github.tgp4j.cli.report;

import java.util.Arrays;

/** How often which values of a target occur. */
final class TargetHistogram {
  private static final int BINS = 30;
  private static final double TAIL = 0.005;

  private TargetHistogram() {}

  /** Of values that are known; null where they are all alike. */
  static Report.Histogram of(String target, double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double low = sorted[0];
    double high = sorted[sorted.length - 1];
    double lowTail = Rows.quantile(sorted, TAIL);
    double highTail = Rows.quantile(sorted, 1 - TAIL);
    double width = highTail - lowTail;
    if (low < lowTail - width) { // a few far values would leave one bar for all others
      low = lowTail;
    }
    if (high > highTail + width) {
      high = highTail;
    }
    if (!(high > low)) {
      return null;
    }
    boolean whole = Arrays.stream(sorted).allMatch(v -> v == Math.rint(v));
    double bin = whole ? Math.max(1, Math.ceil((high - low + 1) / BINS)) : (high - low) / BINS;
    double from = whole ? low - 0.5 : low;
    int bins = whole ? (int) Math.ceil((high - low + 1) / bin) : BINS;
    int[] counts = new int[bins];
    double[] edges = new double[bins + 1];
    for (int k = 0; k <= bins; k++) {
      edges[k] = from + k * bin;
    }
    int beyond = 0;
    for (double value : sorted) {
      if (value < low || value > high) {
        beyond++;
      } else {
        counts[Math.min(bins - 1, (int) ((value - from) / bin))]++;
      }
    }
    return new Report.Histogram(target, edges, counts, Rows.quantile(sorted, 0.5), beyond);
  }
}
