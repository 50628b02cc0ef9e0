package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameterized;

/**
 * The mean of a Gaussian process, μ(x), with a hand-written pullback.
 *
 * <p>Immutable and stateless, like {@link Covariance}.
 */
public interface MeanFunction extends Parameterized {
  /** out[i] = μ(x_i); overwrites. */
  void mean(double[] theta, int at, Matrix x, double[] out);

  /** The pullback of {@link #mean}: adds to thetaBar and to xBar, which may be null. */
  void meanPullback(
      double[] theta, int at, Matrix x, double[] outBar, double[] thetaBar, Matrix xBar);

  /** The text of the model language that parses back to an equal mean function. */
  @Override
  String toString();
}
