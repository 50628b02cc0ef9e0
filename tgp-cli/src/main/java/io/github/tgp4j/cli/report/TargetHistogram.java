package io.github.tgp4j.cli.report;

import java.util.Arrays;

/** How often which values of a target occur. */
final class TargetHistogram {
  private static final int BINS = 30;
  private static final double FAR = 6.0; // interquartile ranges
  private static final double WILD = 50.0; // interquartile ranges
  private static final double FEW = 0.05; // of the rows

  private TargetHistogram() {}

  /** How many values are so far from all others that they are likely mistakes; few or none. */
  static int wild(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double range = Rows.quantile(sorted, 0.75) - Rows.quantile(sorted, 0.25);
    double middle = Rows.quantile(sorted, 0.5);
    long count = Arrays.stream(y).filter(v -> Math.abs(v - middle) > WILD * range).count();
    return range > 0 && count <= FEW * y.length ? (int) count : 0;
  }

  /** Of values that are known; null where they are all alike. */
  static Report.Histogram of(String target, double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double first = Rows.quantile(sorted, 0.25);
    double third = Rows.quantile(sorted, 0.75);
    double reach = third > first ? FAR * (third - first) : Double.POSITIVE_INFINITY;
    // A few far values would leave one bar for all others.
    double low = Arrays.stream(sorted).filter(v -> v >= first - reach).findFirst().orElse(first);
    double high = Arrays.stream(sorted).filter(v -> v <= third + reach).max().orElse(third);
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
