package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.Locale;

/**
 * Mean, standard deviation and some quantiles of every row, computed in one pass.
 *
 * @param levels of the quantiles
 * @param mean E[y] per row
 * @param standardDeviation per row, observation noise included
 * @param quantiles quantiles[k][i] of level k at row i
 */
public record Summary(
    double[] levels, double[] mean, double[] standardDeviation, double[][] quantiles) {
  /**
   * The same of one row.
   *
   * @param quantiles one per level that was asked for
   */
  public record Row(double mean, double standardDeviation, double[] quantiles) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "mean %.4g, deviation %.4g, quantiles %s",
          mean,
          standardDeviation,
          Arrays.toString(quantiles));
    }
  }

  /** How many rows it has. */
  public int rows() {
    return mean.length;
  }

  /** One row of it. */
  public Row row(int i) {
    double[] own = new double[levels.length];
    for (int k = 0; k < own.length; k++) {
      own[k] = quantiles[k][i];
    }
    return new Row(mean[i], standardDeviation[i], own);
  }

  /** The first rows. */
  @Override
  public String toString() {
    return Listing.of(
        "Summary",
        rows(),
        i -> String.format(Locale.ROOT, "%.4g ± %.4g", mean[i], standardDeviation[i]));
  }
}
