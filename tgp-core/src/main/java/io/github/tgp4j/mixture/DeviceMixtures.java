package io.github.tgp4j.mixture;

import io.github.tgp4j.linalg.Matrix;

/**
 * A model on a device. Rows are as the model sees them, standardised; what comes back is on the
 * standardised scale too, and agrees with the processor's up to rounding. Safe for many threads.
 *
 * <p>A device that is lost is told by {@link io.github.tgp4j.engine.EngineLostException}.
 */
public interface DeviceMixtures {
  /** Mean and variance of every latent at every row, before the flow: [latent][row]. */
  void marginals(Matrix x, double[][] mean, double[][] variance);

  /** Whether it answers questions about the mixtures of an output, and not marginals alone. */
  boolean answers(int output);

  /**
   * Answers for the rows whose mixture its grids resolve, and leaves the others open.
   *
   * @param mean of the output's latent at every row
   * @param variance of it
   */
  void answer(int output, Matrix x, double[] mean, double[] variance, MixtureAnswers answers);
}
