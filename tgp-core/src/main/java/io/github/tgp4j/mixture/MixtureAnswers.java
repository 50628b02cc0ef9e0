package io.github.tgp4j.mixture;

import java.util.stream.IntStream;

/**
 * What is asked of the mixtures of many rows, and the answers, on the standardised scale until
 * {@link #rescale}. Whoever answers for a row sets {@link #found}.
 */
public final class MixtureAnswers {
  private final double[] levels;
  private final double[] targets;

  /** E[y] per row. */
  public final double[] mean;

  /** √Var[y] per row. */
  public final double[] deviation;

  /** Of level k at row i: quantiles[k][i]. */
  public final double[][] quantiles;

  /** log p of the row's target; null where there are no targets. */
  public final double[] logDensity;

  /** P(Y ≤ the row's target); null where there are no targets. */
  public final double[] cdf;

  /** Which rows have their answers. */
  public final boolean[] found;

  /**
   * Questions about so many rows.
   *
   * @param levels of quantiles
   * @param targets one per row, standardised; null where no density is asked for
   */
  public MixtureAnswers(int rows, double[] levels, double[] targets) {
    this.levels = levels;
    this.targets = targets;
    mean = new double[rows];
    deviation = new double[rows];
    quantiles = new double[levels.length][rows];
    logDensity = targets == null ? null : new double[rows];
    cdf = targets == null ? null : new double[rows];
    found = new boolean[rows];
  }

  public int rows() {
    return mean.length;
  }

  /** Of the quantiles; not to be changed. */
  public double[] levels() {
    return levels;
  }

  /** One per row, standardised; null where no density is asked for. Not to be changed. */
  public double[] targets() {
    return targets;
  }

  /** The rows without an answer. */
  int[] open() {
    return IntStream.range(0, found.length).filter(i -> !found[i]).toArray();
  }

  /** Into units of the target, y = shift + scale·t. */
  void rescale(double shift, double scale) {
    double logScale = Math.log(scale);
    for (int i = 0; i < mean.length; i++) {
      mean[i] = shift + scale * mean[i];
      deviation[i] *= scale;
      for (double[] quantile : quantiles) {
        quantile[i] = shift + scale * quantile[i];
      }
      if (logDensity != null) {
        logDensity[i] -= logScale;
      }
    }
  }

  /**
   * The processor's answers for one row, in the target's units.
   *
   * @param y the row's target, not read where there is none
   */
  void put(int i, Mixture row, double y) {
    mean[i] = row.mean();
    deviation[i] = row.standardDeviation();
    put(row.quantiles(levels), quantiles, i);
    if (targets != null) {
      logDensity[i] = row.logDensity(y);
      cdf[i] = row.cdf(y);
    }
    found[i] = true;
  }

  /** A row's quantiles into the column of each level. */
  static void put(double[] ofRow, double[][] quantiles, int i) {
    for (int k = 0; k < ofRow.length; k++) {
      quantiles[k][i] = ofRow[k];
    }
  }
}
