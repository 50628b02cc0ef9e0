package io.github.tgp4j.mixture;

import io.github.tgp4j.variational.LatentMixture;

/**
 * Means and variances of every latent at every row, before the flow; for a model that predicts by
 * draws, of each of several of them, which may have weights and flow values of their own.
 */
public final class LatentMarginals {
  private final int draws;
  private final int latents;
  private final double[][] mean;
  private final double[][] variance;
  private final double[] weights; // null: all the same
  private final double[][] theta; // null: the model's

  private LatentMarginals(
      int draws, double[][] mean, double[][] variance, double[] weights, double[][] theta) {
    this.draws = draws;
    this.latents = mean.length / draws;
    this.mean = mean;
    this.variance = variance;
    this.weights = weights;
    this.theta = theta;
  }

  /** Of a single draw: one array per latent. */
  public static LatentMarginals of(double[][] mean, double[][] variance) {
    return new LatentMarginals(1, mean, variance, null, null);
  }

  /**
   * Of equally probable draws: one array per draw and latent, the latents of a draw together.
   *
   * @param draws how many
   */
  public static LatentMarginals ofDraws(int draws, double[][] mean, double[][] variance) {
    return new LatentMarginals(draws, mean, variance, null, null);
  }

  /** Of one latent that is a mixture. */
  public static LatentMarginals of(LatentMixture mixture) {
    return new LatentMarginals(
        mixture.components(),
        mixture.mean(),
        mixture.variance(),
        mixture.weights(),
        mixture.theta());
  }

  /** These, if every mean and variance is a finite number; otherwise an error that says where. */
  public LatentMarginals requireFinite() {
    for (int k = 0; k < mean.length; k++) {
      for (int i = 0; i < mean[k].length; i++) {
        if (!(Double.isFinite(mean[k][i]) && Double.isFinite(variance[k][i]))) {
          throw new IllegalArgumentException(
              "x: row "
                  + i
                  + ": the latent function has mean "
                  + mean[k][i]
                  + " and variance "
                  + variance[k][i]
                  + "; expected finite numbers; the row lies too far from the training rows, drop"
                  + " it");
        }
      }
    }
    return this;
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

  /** Of one latent at all rows, of a single draw; not to be changed. */
  double[] means(int latent) {
    return mean[latent];
  }

  double[] variances(int latent) {
    return variance[latent];
  }

  /**
   * A latent and, where it is a GP, the one behind it, at one row of a single draw.
   *
   * @param noiseMean 0 where a network gives the second
   * @param noiseVariance 0 where a network gives the second
   */
  record Pair(double mean, double variance, double noiseMean, double noiseVariance) {}

  /** Of a latent and, if {@code both}, the next at one row. */
  Pair pair(int latent, boolean both, int row) {
    return new Pair(
        mean(latent, 0, row),
        variance(latent, 0, row),
        both ? mean(latent + 1, 0, row) : 0.0,
        both ? variance(latent + 1, 0, row) : 0.0);
  }

  /** The draws' weights; null when all are the same. */
  double[] weights() {
    return weights;
  }

  double weight(int draw) {
    return weights == null ? 1.0 / draws : weights[draw];
  }

  /** The parameter values that the flow reads its own from under one draw; null: the model's. */
  double[] theta(int draw) {
    return theta == null ? null : theta[draw];
  }

  /** Mean over draws. */
  double mean(int latent, int row) {
    double sum = 0.0;
    for (int d = 0; d < draws; d++) {
      sum += weight(d) * mean(latent, d, row);
    }
    return sum;
  }

  /** Variance of the mixture of draws. */
  double variance(int latent, int row) {
    double centre = mean(latent, row);
    double sum = 0.0;
    for (int d = 0; d < draws; d++) {
      double centred = mean(latent, d, row) - centre;
      sum += weight(d) * (variance(latent, d, row) + centred * centred);
    }
    return sum;
  }
}
