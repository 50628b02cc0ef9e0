package io.github.tgp4j.metrics;

/**
 * Calibration from the probability integral transform, u_i = F_i(y_i): for honest forecasts of a
 * continuous target u is uniform on [0, 1]. Equations M10 to M12 in docs/equations.md.
 */
public final class Calibration {
  private static final int LEVELS = 19;

  private Calibration() {}

  /** {@link #error(double[], double[])} at the levels 0.05, 0.10, …, 0.95. */
  public static double error(double[] pit) {
    double[] levels = new double[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
      levels[k] = (k + 1) / (LEVELS + 1.0);
    }
    return error(pit, levels);
  }

  /**
   * The mean over levels p of |share of {u ≤ p} − p|: the distance between nominal and empirical
   * coverage of the intervals up to the p-quantile. One-sided, so that a biased forecast does not
   * pass for a calibrated one.
   */
  public static double error(double[] pit, double[] levels) {
    checkPit(pit);
    Require.notEmpty("levels", levels.length);
    double sum = 0.0;
    for (int k = 0; k < levels.length; k++) {
      checkLevel(k, levels[k]);
      int below = 0;
      for (double u : pit) {
        if (u <= levels[k]) {
          below++;
        }
      }
      sum += Math.abs((double) below / pit.length - levels[k]);
    }
    return sum / levels.length;
  }

  /**
   * The share of targets inside the central interval of the given level, between the quantiles (1 −
   * level)/2 and (1 + level)/2.
   */
  public static double centralCoverage(double[] pit, double level) {
    checkPit(pit);
    checkLevel(0, level);
    int inside = 0;
    for (double u : pit) {
      if (Math.abs(2.0 * u - 1.0) <= level) {
        inside++;
      }
    }
    return (double) inside / pit.length;
  }

  /**
   * The share of u in each of equal bins, summing to 1. Flat: calibrated; a U: intervals too
   * narrow; a hump: too wide; a slope: biased. u = 1 belongs to the last bin.
   */
  public static double[] histogram(double[] pit, int bins) {
    checkPit(pit);
    if (bins < 1) {
      throw new IllegalArgumentException("bins: expected at least 1 but got " + bins);
    }
    int[] counts = new int[bins];
    for (double u : pit) {
      counts[Math.min(bins - 1, (int) (u * bins))]++;
    }
    double[] shares = new double[bins];
    for (int b = 0; b < bins; b++) {
      shares[b] = (double) counts[b] / pit.length;
    }
    return shares;
  }

  private static void checkPit(double[] pit) {
    Require.notEmpty("PIT values", pit.length);
    for (int i = 0; i < pit.length; i++) {
      if (!(pit[i] >= 0 && pit[i] <= 1)) {
        throw Require.bad("PIT values", i, "a probability in [0, 1]", pit[i]);
      }
    }
  }

  private static void checkLevel(int k, double level) {
    if (!(level > 0 && level < 1)) {
      throw Require.bad("levels", k, "a level strictly between 0 and 1", level);
    }
  }
}
