package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;

/**
 * Linear covariance, k = Σ_d w_d·x_d·z_d: a linear function through the origin whose slopes have
 * variances w; equation K9 in docs/equations.md. For an intercept write {@code linear + constant}.
 */
final class LinearCovariance extends BasicCovariance {
  LinearCovariance(int inputs) {
    this(
        inputs,
        StartingValues.defaults(WeightedProduct.weights("variances", inputs, 1.0 / inputs)));
  }

  private LinearCovariance(int inputs, StartingValues start) {
    super("linear", "", inputs, start);
  }

  @Override
  protected LinearCovariance startingWith(StartingValues changed) {
    return new LinearCovariance(inputs(), changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    WeightedProduct.cross(theta, at, x, z, k, scratch);
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    WeightedProduct.crossPullback(theta, at, x, z, kBar, thetaBar, xBar, zBar, scratch);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    for (int i = 0; i < x.rows; i++) {
      d[i] = WeightedProduct.square(theta, at, x, i);
    }
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      WeightedProduct.squarePullback(theta, at, x, i, dBar[i], thetaBar, xBar);
    }
  }
}
