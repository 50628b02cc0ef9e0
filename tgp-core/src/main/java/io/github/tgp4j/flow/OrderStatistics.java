package io.github.tgp4j.flow;

import java.util.Arrays;

/** Data in ascending order, thinned when they are many, with repeated values spread out. */
final class OrderStatistics {
  private OrderStatistics() {}

  /**
   * At most {@code most} evenly spaced order statistics of y.
   *
   * <p>A value that occurs several times is spread evenly over the half gaps to its neighbours,
   * without leaving {@code range}: rounded data become continuous again.
   */
  static double[] of(double[] y, int most, Interval range) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double[] spread = spreadTies(sorted, range);
    if (spread.length <= most) {
      return spread;
    }
    double[] thinned = new double[most];
    for (int i = 0; i < most; i++) {
      thinned[i] = spread[(int) ((i + 0.5) * spread.length / most)];
    }
    return thinned;
  }

  private static double[] spreadTies(double[] sorted, Interval range) {
    double[] spread = sorted.clone();
    int n = sorted.length;
    int from = 0;
    while (from < n) {
      double value = sorted[from];
      int to = from + 1;
      while (to < n && sorted[to] == value) {
        to++;
      }
      int count = to - from;
      if (count > 1 && count < n) {
        double above = to < n ? 0.5 * (sorted[to] - value) : 0.5 * (value - sorted[from - 1]);
        double below = from > 0 ? 0.5 * (value - sorted[from - 1]) : above;
        below = Math.min(below, 0.5 * (value - range.lower()));
        above = Math.min(above, 0.5 * (range.upper() - value));
        for (int i = 0; i < count; i++) {
          spread[from + i] = value - below + (below + above) * (i + 0.5) / count;
        }
      }
      from = to;
    }
    return spread;
  }
}
