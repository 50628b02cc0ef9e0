package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;

/**
 * What training climbs: a lower bound on the evidence that is a sum over rows, with its complete
 * gradient.
 *
 * <pre>
 *   prepare     what rows need of the parameters and of q, once per step
 *   accumulate  block of rows → sums                      (on any thread or machine that was given the state)
 *   finish      total of the sums → bound, gradient, curvature
 * </pre>
 *
 * <p>{@link #evaluate(Engine)} does all three.
 */
public interface Bound {
  /** What is summed over rows. */
  enum Pass {
    /** The expectation and all its derivatives. */
    GRADIENT,
    /**
     * W and a at q(v) = N(0, ·), from which the optimal q(v) follows where it has a closed form.
     */
    MOMENTS
  }

  /** Sums of this bound, all zero. */
  RowSums newSums();

  /** How rows are cut. */
  Cut cut();

  /** The threads that {@link #prepare} and {@link #finish} may use. */
  Workers workers();

  /**
   * Computes what rows need of the current parameters and q.
   *
   * @throws ArithmeticException when a K_zz cannot be factored
   */
  void prepare(Pass pass);

  /** What {@link #prepare} computed, for a bound of the same model elsewhere. */
  State state();

  /** Takes what {@link #state} gave: {@link #accumulate} then adds the same bits as there. */
  void load(State state);

  /**
   * Adds what some rows contribute. For many threads, each with its own sums and scratch.
   *
   * @param scale N/B
   */
  void accumulate(Pass pass, RowBlock rows, double scale, RowSums sums, Scratch scratch);

  /** {@link #accumulate} for the rows of one share, in blocks that fit the cache. */
  default void accumulateShare(
      Pass pass, RowBlock share, double scale, RowSums sums, Scratch scratch) {
    int blocks = cut().blocks(share.rows());
    for (int b = 0; b < blocks; b++) {
      int from = (int) Cut.start(share.rows(), b, blocks);
      int to = (int) Cut.start(share.rows(), b + 1, blocks);
      accumulate(pass, share.slice(from, to), scale, sums, scratch);
    }
  }

  /** The bound, from the total of all rows' sums, which becomes the derivatives. */
  double finish(RowSums total);

  /**
   * The bound on the engine's current batch, and all its derivatives.
   *
   * @throws ArithmeticException when a K_zz cannot be factored
   */
  double evaluate(Engine engine);

  /**
   * The bound on given rows.
   *
   * @param x B×D
   * @param y one array of B targets per output
   * @param scale N/B
   */
  default double evaluate(Matrix x, double[][] y, double scale) {
    return evaluate(new GivenRows(RowBlock.of(x, y, 0), scale, workers()));
  }

  /** Adjoint of the constrained parameter values after {@link #evaluate}; not a copy. */
  double[] gradient();

  /** W of a latent, full symmetric: ∂E/∂S. */
  Matrix curvature(int latent);

  /** a of a latent: ∂E/∂m. */
  double[] slope(int latent);

  /** The largest relative jitter that any K_zz needed in the last evaluation. */
  double jitter();

  /**
   * Factors every K_zz at the current parameters ahead of the next {@link #evaluate}, so that this
   * can overlap with the update of q(v), on which it does not depend. Not to be followed by a
   * change of the parameters.
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

  /**
   * Lets rows count by the logarithm of their predictive density, log E_q[p(y | ·)], in place of
   * E_q[log p(y | ·)]. The sum is no bound on the evidence then.
   *
   * @throws IllegalStateException where only the latter is supported
   */
  default void usePredictive() {
    throw new IllegalStateException("objective: this model supports elbo only but got predictive");
  }

  /**
   * Adds to the gradient in the free values what does not come through the constrained ones: {@link
   * #gradient} has all of it for most bounds.
   */
  default void addFreeGradient(double[] freeBar) {}

  /** The largest natural step of a q(v) that the noise of the bound's own draws allows. */
  default double mostNaturalStep() {
    return 1.0;
  }

  /** Names the random numbers of the next evaluations; nothing to do where there are none. */
  default void useNoise(long seed, long step) {}

  /**
   * Moves every q(v) to its optimum given the parameters, where that has a closed form.
   *
   * @throws IllegalStateException where it has none
   */
  default void optimisePosteriors(Engine engine) {
    throw new IllegalStateException("the optimal q(v) of this model has no closed form");
  }

  /** The same on given rows. */
  default void optimisePosteriors(Matrix x, double[][] y, double scale) {
    optimisePosteriors(new GivenRows(RowBlock.of(x, y, 0), scale, workers()));
  }
}
