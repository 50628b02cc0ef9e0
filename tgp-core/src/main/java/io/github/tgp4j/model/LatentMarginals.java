package io.github.tgp4j.model;

/**
 * Means and variances of every latent at every row, before the flow; for a model that predicts by
 * draws, of each of several equally probable draws.
 */
final class LatentMarginals {
  private final int draws;
  private final int latents;
  private final double[][] mean;
  private final double[][] variance;

  /** One array per draw and latent, the latents of a draw together. */
  LatentMarginals(int draws, double[][] mean, double[][] variance) {
    this.draws = draws;
    this.latents = mean.length / draws;
    this.mean = mean;
    this.variance = variance;
  }

  int draws() {
    return draws;
  }

  int rows() {
    return mean[0].length;
  }

  double mean(int latent, int draw, int row) {
    return mean[draw * latents + latent][row];
  }

  double variance(int latent, int draw, int row) {
    return variance[draw * latents + latent][row];
  }

  /** Mean over draws. */
  double mean(int latent, int row) {
    double sum = 0.0;
    for (int d = 0; d < draws; d++) {
      sum += mean(latent, d, row) / draws;
    }
    return sum;
  }

  /** Variance of the mixture of draws. */
  double variance(int latent, int row) {
    double centre = mean(latent, row);
    double sum = 0.0;
    for (int d = 0; d < draws; d++) {
      double centred = mean(latent, d, row) - centre;
      sum += (variance(latent, d, row) + centred * centred) / draws;
    }
    return sum;
  }
}
