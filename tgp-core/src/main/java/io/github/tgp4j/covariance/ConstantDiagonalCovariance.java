package io.github.tgp4j.covariance;

import io.github.tgp4j.linalg.Matrix;
import java.util.Arrays;

/** A covariance with k(x, x) = v for every x, where v is its first parameter. */
abstract class ConstantDiagonalCovariance extends BasicCovariance {
  ConstantDiagonalCovariance(String name, int inputs, StartingValues start) {
    super(name, "", inputs, start);
  }

  @Override
  public final void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    Arrays.fill(d, 0, x.rows, theta[at]);
  }

  @Override
  public final void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      thetaBar[at] += dBar[i];
    }
  }
}
