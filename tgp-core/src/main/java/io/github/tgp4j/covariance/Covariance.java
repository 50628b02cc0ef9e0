package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameterized;

/**
 * A covariance function k(x, x′) with hand-written pullbacks to its parameters and to both inputs.
 *
 * <p>Immutable and stateless: values are arguments (see {@link Parameterized}). {@code theta} and
 * {@code thetaBar} may be longer than needed; only places at..at+parameterCount() are touched. All
 * adjoint arguments are added to.
 */
public interface Covariance extends Parameterized {
  /** D, the number of columns of x and z. */
  int inputs();

  /**
   * k[i, j] = k(x_i, z_j); x is n×D, z is m×D, k is n×m. When {@code x == z} the result is exactly
   * symmetric.
   */
  void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch);

  /**
   * The pullback of {@link #cross}.
   *
   * @param k what {@code cross} returned for the same arguments; not overwritten
   * @param bars the adjoint of k, and those that are added to
   */
  void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch);

  /** d[i] = k(x_i, x_i). */
  void diagonal(double[] theta, int at, Matrix x, double[] d);

  /** The pullback of {@link #diagonal}; xBar may be null. */
  void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar);

  /** The text of the model language that parses back to an equal covariance. */
  @Override
  String toString();
}
