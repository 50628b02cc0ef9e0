package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.text.Numbers;

/**
 * A covariance times a fixed number, c·k with c &gt; 0; equation K16 in docs/equations.md. For a
 * trained factor write {@code constant * k}.
 */
final class ScaledCovariance extends DescribedCovariance {
  private final double factor;
  private final Covariance scaled;

  /** {@code scaled} is not itself scaled. */
  ScaledCovariance(double factor, Covariance scaled) {
    super(
        Numbers.plain(factor) + " * " + ProductCovariance.factorText(scaled),
        scaled.inputs(),
        scaled.parameters());
    if (!(factor > 0) || !Double.isFinite(factor)) {
      throw new IllegalArgumentException(
          "factor: expected a finite value above 0 but got " + factor);
    }
    this.factor = factor;
    this.scaled = scaled;
  }

  public double factor() {
    return factor;
  }

  public Covariance scaled() {
    return scaled;
  }

  @Override
  String kind() {
    return CompositeNames.kind(scaled);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    scaled.cross(theta, at, x, z, k, scratch);
    Entrywise.scale(factor, k);
  }

  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    int mark = scratch.mark();
    Matrix unscaled = Entrywise.take(k.rows, k.cols, scratch);
    Entrywise.copy(k, unscaled);
    Entrywise.scale(1.0 / factor, unscaled);
    Entrywise.scale(factor, kBar);
    scaled.crossPullback(
        theta, at, x, z, unscaled, new CrossAdjoints(kBar, thetaBar, xBar, zBar), scratch);
    scratch.release(mark);
  }

  @Override
  public void diagonal(double[] theta, int at, Matrix x, double[] d) {
    scaled.diagonal(theta, at, x, d);
    for (int i = 0; i < x.rows; i++) {
      d[i] *= factor;
    }
  }

  @Override
  public void diagonalPullback(
      double[] theta, int at, Matrix x, double[] dBar, double[] thetaBar, Matrix xBar) {
    double[] scaledBar = new double[x.rows];
    for (int i = 0; i < x.rows; i++) {
      scaledBar[i] = factor * dBar[i];
    }
    scaled.diagonalPullback(theta, at, x, scaledBar, thetaBar, xBar);
  }
}
