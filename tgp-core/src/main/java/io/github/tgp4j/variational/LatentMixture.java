package io.github.tgp4j.variational;

/**
 * What q says of the latent function at some rows where it is no longer Gaussian: a mixture of
 * Gaussians before the flow, each with flow parameters of its own.
 *
 * @param weights w_c of the components
 * @param mean mean[c][i] of component c at row i
 * @param variance variance[c][i]
 * @param theta parameter values of component c, of which the flow reads its own
 */
public record LatentMixture(
    double[] weights, double[][] mean, double[][] variance, double[][] theta) {
  public int components() {
    return weights.length;
  }

  public int rows() {
    return mean[0].length;
  }
}
