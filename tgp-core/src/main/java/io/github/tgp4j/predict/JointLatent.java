package io.github.tgp4j.predict;

/**
 * The Gaussian q(f0) of one latent function over a number of rows, before the flow, on the
 * standardised scale.
 *
 * @param mean per row
 * @param covariance rows × rows, symmetric
 */
public record JointLatent(double[] mean, double[][] covariance) {
  public int rows() {
    return mean.length;
  }

  public double standardDeviation(int row) {
    return Math.sqrt(Math.max(0.0, covariance[row][row]));
  }
}
