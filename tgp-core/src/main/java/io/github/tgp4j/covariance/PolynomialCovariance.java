package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * Polynomial covariance of degree p; equation K10 in docs/equations.md.
 *
 * <pre>
 *   k = b^p,  b = Σ_d w_d·x_d·z_d + c,  w, c &gt; 0
 *   dk/db = p·b^(p−1)
 * </pre>
 *
 * <p>θ = (variances w, offset c); together they set the scale.
 */
final class PolynomialCovariance extends BasicCovariance {
  private final int degree;

  PolynomialCovariance(int inputs, int degree) {
    this(
        inputs,
        degree,
        StartingValues.defaults(
            WeightedProduct.weights("variances", inputs, 1.0),
            Parameter.of("offset", Constraints.POSITIVE, 1.0)));
  }

  private PolynomialCovariance(int inputs, int degree, StartingValues start) {
    super("poly", Integer.toString(degree), inputs, start);
    if (!(degree >= 1)) {
      throw new IllegalArgumentException("degree: expected at least 1 but got " + degree);
    }
    this.degree = degree;
  }

  @Override
  protected PolynomialCovariance startingWith(StartingValues changed) {
    return new PolynomialCovariance(inputs(), degree, changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    double offset = theta[at + inputs()];
    WeightedProduct.cross(theta, at, x, z, k, scratch);
    for (int i = 0; i < k.rows; i++) {
      for (int j = k.at(i, 0); j < k.at(i, 0) + k.cols; j++) {
        k.data[j] = power(k.data[j] + offset, degree);
      }
    }
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    int mark = scratch.mark();
    int offset = at + inputs();
    Matrix bBar = Entrywise.take(k.rows, k.cols, scratch);
    WeightedProduct.cross(theta, at, x, z, bBar, scratch);
    for (int i = 0; i < k.rows; i++) {
      for (int j = 0; j < k.cols; j++) {
        double b = bBar.data[i * k.cols + j] + theta[offset];
        double bar = kBar.data[kBar.at(i, j)] * degree * power(b, degree - 1);
        bBar.data[i * k.cols + j] = bar;
        thetaBar[offset] += bar;
      }
    }
    WeightedProduct.crossPullback(theta, at, x, z, bBar, thetaBar, xBar, zBar, scratch);
    scratch.release(mark);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    checkInputs("x", x);
    for (int i = 0; i < x.rows; i++) {
      d[i] = power(WeightedProduct.square(theta, at, x, i) + theta[at + inputs()], degree);
    }
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    int offset = at + inputs();
    for (int i = 0; i < x.rows; i++) {
      double b = WeightedProduct.square(theta, at, x, i) + theta[offset];
      double bBar = dBar[i] * degree * power(b, degree - 1);
      thetaBar[offset] += bBar;
      WeightedProduct.squarePullback(theta, at, x, i, bBar, thetaBar, xBar);
    }
  }

  private static double power(double base, int exponent) {
    double power = 1.0;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }
}
