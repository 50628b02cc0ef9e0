package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * Cosine covariance; equation K8 in docs/equations.md.
 *
 * <pre>
 *   α(x) = 2π Σ_d x_d/ℓ_d
 *   k = v·cos(α(x) − α(z)) = v·(cos α(x)·cos α(z) + sin α(x)·sin α(z))
 * </pre>
 *
 * <p>The phase is linear in x, so that k is positive semi-definite (of rank two) for any number of
 * inputs; a cosine of the Euclidean distance is so for one input only.
 */
final class CosineCovariance extends ConstantDiagonalCovariance {
  CosineCovariance(int inputs) {
    this(inputs, StationaryCovariance.start(inputs));
  }

  private CosineCovariance(int inputs, StartingValues start) {
    super("cosine", inputs, start);
  }

  @Override
  protected CosineCovariance startingWith(StartingValues changed) {
    return new CosineCovariance(inputs(), changed);
  }

  @Override
  public void cross(double[] theta, int at, Matrix x, Matrix z, Matrix k, Scratch scratch) {
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix ex = phases(theta, at, x, scratch);
    Matrix ez = phases(theta, at, z, scratch);
    Blas.gemm(false, true, theta[at], ex, ez, 0.0, k);
    if (x == z) {
      for (int i = 0; i < k.rows; i++) {
        k.data[k.at(i, i)] = theta[at];
      }
      Blas.symmetrise(k);
    }
    scratch.release(mark);
  }

  /** With P = K̄·(cos α(z), sin α(z)): v̄ = Σ_i P_i·(cos α_i, sin α_i), ᾱ_i = v·P_i·(−sin, cos). */
  @Override
  public void crossPullback(
      double[] theta, int at, Matrix x, Matrix z, Matrix k, CrossAdjoints bars, Scratch scratch) {
    Matrix kBar = bars.k();
    double[] thetaBar = bars.theta();
    Matrix xBar = bars.x();
    Matrix zBar = bars.z();
    checkCross(x, z, k);
    int mark = scratch.mark();
    Matrix ex = phases(theta, at, x, scratch);
    Matrix ez = phases(theta, at, z, scratch);
    Matrix exBar = Entrywise.take(x.rows, 2, scratch);
    Matrix ezBar = Entrywise.take(z.rows, 2, scratch);
    Blas.gemm(false, false, 1.0, kBar, ez, 0.0, exBar);
    Blas.gemm(true, false, 1.0, kBar, ex, 0.0, ezBar);
    for (int i = 0; i < 2 * x.rows; i++) {
      thetaBar[at] += ex.data[i] * exBar.data[i];
    }
    phasesPullback(theta, at, x, ex, exBar, thetaBar, xBar);
    phasesPullback(theta, at, z, ez, ezBar, thetaBar, zBar);
    scratch.release(mark);
  }

  private static Matrix phases(double[] theta, int at, Matrix x, Scratch scratch) {
    Matrix e = Entrywise.take(x.rows, 2, scratch);
    for (int i = 0; i < x.rows; i++) {
      double turns = 0.0;
      for (int j = 0; j < x.cols; j++) {
        turns += x.data[x.at(i, j)] / theta[at + 1 + j];
      }
      e.data[2 * i] = Math.cos(2.0 * Math.PI * turns);
      e.data[2 * i + 1] = Math.sin(2.0 * Math.PI * turns);
    }
    return e;
  }

  private static void phasesPullback(
      double[] theta, int at, Matrix x, Matrix e, Matrix eBar, double[] thetaBar, Matrix xBar) {
    for (int i = 0; i < x.rows; i++) {
      double phaseBar =
          theta[at] * (e.data[2 * i] * eBar.data[2 * i + 1] - e.data[2 * i + 1] * eBar.data[2 * i]);
      for (int j = 0; j < x.cols; j++) {
        double slope = 2.0 * Math.PI / theta[at + 1 + j];
        thetaBar[at + 1 + j] -= phaseBar * slope * x.data[x.at(i, j)] / theta[at + 1 + j];
        if (xBar != null) {
          xBar.data[xBar.at(i, j)] += phaseBar * slope;
        }
      }
    }
  }
}
