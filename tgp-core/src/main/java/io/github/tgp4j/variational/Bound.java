package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;

/**
 * What training climbs: a lower bound on the evidence, evaluated on a batch, with its complete
 * gradient.
 */
public interface Bound {
  /**
   * The bound on a batch and all its derivatives.
   *
   * @param x B×D
   * @param y one array of B targets per output
   * @param scale N/B
   * @throws ArithmeticException when a K_zz cannot be factored
   */
  double evaluate(Matrix x, double[][] y, double scale);

  /** Adjoint of the constrained parameter values after {@link #evaluate}; not a copy. */
  double[] gradient();

  /** W of a latent, full symmetric: ∂E/∂S. */
  Matrix curvature(int latent);

  /** a of a latent: ∂E/∂m. */
  double[] slope(int latent);

  /** The largest relative jitter that any K_zz needed in the last evaluation. */
  double jitter();

  /**
   * Factors every K_zz at the current parameters ahead of the next {@link #evaluate}. Not to be
   * followed by a change of the parameters.
   */
  void factor(Scratch scratch);

  /** Takes back {@link #factor}: the parameters have changed after all. */
  void unfactor();

  /** Replaces the quadrature nodes of an output. */
  void useNodes(int output, Nodes nodes);

  /**
   * Takes other divergences from the prior in place of KL: of q(v), and of networks' q(W).
   *
   * @throws IllegalArgumentException where only KL is supported
   */
  default void useDivergences(Divergence inducing, Divergence weights) {
    if (!inducing.isKl() || !weights.isKl()) {
      throw new IllegalArgumentException(
          "divergence: this model supports kl only but got " + inducing + " and " + weights);
    }
  }

  /** Names the random numbers of the next evaluations; nothing to do where there are none. */
  default void useNoise(long seed, long step) {}

  /**
   * Moves every q(v) to its optimum given the parameters, where that has a closed form.
   *
   * @throws IllegalStateException where it has none
   */
  default void optimisePosteriors(Matrix x, double[][] y, double scale) {
    throw new IllegalStateException("the optimal q(v) of this model has no closed form");
  }
}
