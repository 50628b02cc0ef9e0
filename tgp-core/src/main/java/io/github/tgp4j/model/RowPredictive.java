package io.github.tgp4j.model;

/** The predictive distribution of one target at one row; reused from row to row by one thread. */
interface RowPredictive {
  /**
   * Moves to the row at {@code index} of the latent marginals, whose arrays start at {@code
   * firstLatent}.
   */
  void place(double[][] mean, double[][] variance, int firstLatent, int index);

  /** E[y]. */
  double mean();

  /** Var[y]. */
  double variance();

  double standardDeviation();

  /** log p(y); −∞ for what cannot be observed. */
  double logDensity(double y);

  /** P(Y ≤ y). */
  double cdf(double y);

  /** The smallest y with P(Y ≤ y) ≥ p. */
  double quantile(double p);

  /** P(Y = k) of every class. */
  double[] classProbabilities();
}
