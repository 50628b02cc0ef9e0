package io.github.tgp4j.likelihood;

/**
 * Some rows of targets with the Gaussian marginals of their latent: what a closed-form expectation
 * sums over. The arrays are the caller's.
 *
 * @param y targets; row n's is {@code y[yFrom + n]}
 * @param mean of the latent, one per row
 * @param variance of the latent, one per row
 * @param n how many rows
 * @param meanBar receives the derivative by each mean
 * @param varianceBar receives the derivative by each variance
 * @param second the same rows with their second latent; null where there is one
 */
public record GaussianBlock(
    double[] y,
    int yFrom,
    double[] mean,
    double[] variance,
    int n,
    double[] meanBar,
    double[] varianceBar,
    GaussianBlock second) {
  /** Rows with one latent. */
  public GaussianBlock(
      double[] y,
      int yFrom,
      double[] mean,
      double[] variance,
      int n,
      double[] meanBar,
      double[] varianceBar) {
    this(y, yFrom, mean, variance, n, meanBar, varianceBar, null);
  }
}
