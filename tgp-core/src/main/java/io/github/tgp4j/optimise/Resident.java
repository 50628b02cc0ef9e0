package io.github.tgp4j.optimise;

import io.github.tgp4j.quadrature.Nodes;

/**
 * A model whose stochastic steps stay where its rows are: values, q(v) and Adam's moments live
 * there, and only the bound comes back at every step. What is here is out of date until {@link
 * #pull}.
 *
 * <p>Its methods throw {@link io.github.tgp4j.engine.EngineLostException} when it cannot go on.
 */
public interface Resident {
  /** The bound at its state, on the engine's current batch; NaN where it cannot be computed. */
  double evaluate();

  /**
   * Moves by the derivatives of the last {@link #evaluate}.
   *
   * @param adam the rate with its correction, ε and the largest square of a gradient in ν
   * @param shares of the rate, per block of parameters; 0 holds it
   * @param naturalSteps ρ per latent; 0 leaves its q(v)
   */
  void move(Adam.Settings adam, double[] shares, double[] naturalSteps);

  /** Takes the state that is here: values, q(v), moments. */
  void push();

  /** Brings its state here. */
  void pull();

  /** Replaces the nodes of an output. */
  void useNodes(int output, Nodes nodes);

  /** Names the random numbers of the next evaluations. */
  void useNoise(long seed, long step);

  /** The largest relative jitter that any K_zz needed in the last evaluation. */
  double jitter();
}
