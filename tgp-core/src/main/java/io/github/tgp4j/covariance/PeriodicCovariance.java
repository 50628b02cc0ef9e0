package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * Periodic covariance; equation K7 in docs/equations.md.
 *
 * <pre>
 *   k = v·exp(−2 Σ_d sin²(π(x_d − z_d)/p)/ℓ_d²)
 * </pre>
 *
 * <p>Computed as an RBF on the circle: with the features e(x) = (cos ωx_d, sin ωx_d)_d, ω = 2π/p, 4
 * sin²(π(x_d − z_d)/p) is the squared distance of the features of x_d and z_d.
 */
final class PeriodicCovariance extends ConstantDiagonalCovariance {
  PeriodicCovariance(int inputs) {
    this(
        inputs,
        StationaryCovariance.start(inputs, Parameter.of("period", Constraints.POSITIVE, 1.0)));
  }

  private PeriodicCovariance(int inputs, StartingValues start) {
    super("periodic", inputs, start);
  }

  @Override
  protected PeriodicCovariance startingWith(StartingValues changed) {
    return new PeriodicCovariance(inputs(), changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    if (k.rows == 0 || k.cols == 0) {
      return;
    }
    int mark = scratch.mark();
    Matrix ex = features(theta, at, x, scratch);
    Matrix ez = x == z ? ex : features(theta, at, z, scratch);
    Matrix t = Entrywise.plainLike(k, scratch);
    distance(theta, at, ex, ez, scratch).minusHalfSquare(t);
    RbfCovariance.exponential(theta[at], t.data, t.rows * t.cols);
    if (x == z) {
      Blas.symmetrise(t);
    }
    Entrywise.copy(t, k);
    scratch.release(mark);
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    if (k.rows == 0 || k.cols == 0) {
      return;
    }
    int mark = scratch.mark();
    int d = inputs();
    Matrix ex = features(theta, at, x, scratch);
    Matrix ez = x == z ? ex : features(theta, at, z, scratch);
    // The period moves every feature, so both adjoints are needed whatever the caller wants.
    Matrix exBar = Entrywise.takeZeroed(x.rows, 2 * d, scratch);
    Matrix ezBar = x == z ? exBar : Entrywise.takeZeroed(z.rows, 2 * d, scratch);
    double[] lengthscalesBar = scratch.takeZeroed(2 * d);
    Entrywise.multiply(k, kBar);
    double total =
        distance(theta, at, ex, ez, scratch)
            .pullback(kBar, lengthscalesBar, 0, exBar, ezBar, scratch);
    thetaBar[at] += total / theta[at];
    for (int j = 0; j < d; j++) {
      thetaBar[at + 1 + j] += lengthscalesBar[2 * j] + lengthscalesBar[2 * j + 1];
    }
    featuresPullback(theta, at, x, ex, exBar, thetaBar, xBar);
    if (x != z) {
      featuresPullback(theta, at, z, ez, ezBar, thetaBar, zBar);
    }
    scratch.release(mark);
  }

  private double omega(double[] theta, int at) {
    return 2.0 * Math.PI / theta[at + 1 + inputs()];
  }

  private Matrix features(double[] theta, int at, Matrix x, Scratch scratch) {
    Matrix e = Entrywise.take(x.rows, 2 * x.cols, scratch);
    double omega = omega(theta, at);
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < x.cols; j++) {
        double angle = omega * x.data[x.at(i, j)];
        e.data[e.at(i, 2 * j)] = Math.cos(angle);
        e.data[e.at(i, 2 * j + 1)] = Math.sin(angle);
      }
    }
    return e;
  }

  private void featuresPullback(
      double[] theta, int at, Matrix x, Matrix e, Matrix eBar, double[] thetaBar, Matrix xBar) {
    double omega = omega(theta, at);
    double omegaBar = 0.0;
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < x.cols; j++) {
        int cos = e.at(i, 2 * j);
        double angleBar = e.data[cos] * eBar.data[cos + 1] - e.data[cos + 1] * eBar.data[cos];
        omegaBar += angleBar * x.data[x.at(i, j)];
        if (xBar != null) {
          xBar.data[xBar.at(i, j)] += angleBar * omega;
        }
      }
    }
    int period = at + 1 + inputs();
    thetaBar[period] -= omegaBar * omega / theta[period]; // ω = 2π/p
  }

  private ScaledDistance distance(double[] theta, int at, Matrix ex, Matrix ez, Scratch scratch) {
    double[] lengthscales = scratch.take(ex.cols);
    for (int j = 0; j < ex.cols; j++) {
      lengthscales[j] = theta[at + 1 + j / 2];
    }
    return new ScaledDistance(ex, ez, lengthscales, 0, scratch);
  }
}
