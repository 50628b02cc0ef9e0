package io.github.tgp4j.metrics;

/**
 * How often intervals hold the target and how wide they are; equations M8 and M9 in
 * docs/equations.md. Of two forecasts with the right coverage the narrower is the better one.
 */
public final class Intervals {
  private Intervals() {}

  /** The share of rows with lower ≤ y ≤ upper; an honest 95% interval has about 0.95. */
  public static double coverage(double[] y, double[] lower, double[] upper) {
    Require.finite("targets", y);
    Require.sameLength("lower bounds", lower.length, "targets", y.length);
    check(lower, upper);
    int inside = 0;
    for (int i = 0; i < y.length; i++) {
      if (lower[i] <= y[i] && y[i] <= upper[i]) {
        inside++;
      }
    }
    return (double) inside / y.length;
  }

  /** The mean of upper − lower, in the units of y; +∞ when an interval is unbounded. */
  public static double meanWidth(double[] lower, double[] upper) {
    check(lower, upper);
    double sum = 0.0;
    for (int i = 0; i < lower.length; i++) {
      sum += upper[i] - lower[i];
    }
    return sum / lower.length;
  }

  private static void check(double[] lower, double[] upper) {
    Require.notEmpty("lower bounds", lower.length);
    Require.sameLength("upper bounds", upper.length, "lower bounds", lower.length);
    for (int i = 0; i < lower.length; i++) {
      if (!(lower[i] <= upper[i])) {
        throw new IllegalArgumentException(
            "interval, row "
                + i
                + ": expected lower ≤ upper but got "
                + lower[i]
                + " and "
                + upper[i]);
      }
    }
  }
}
