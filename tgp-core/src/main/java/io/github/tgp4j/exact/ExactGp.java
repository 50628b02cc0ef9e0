package io.github.tgp4j.exact;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;

/**
 * Exact GP regression with Gaussian noise and zero mean, O(N³): the oracle of the sparse models and
 * a baseline for small data; equations X1–X3 in docs/equations.md.
 *
 * <pre>
 *   log p(y) = −½ yᵀα − Σ log L_ii − (N/2) log 2π,   LLᵀ = K + σ²I,  α = (K + σ²I)⁻¹y
 * </pre>
 */
public final class ExactGp {
  private static final double LOG_2PI = Math.log(2 * Math.PI);

  private final Covariance covariance;
  private final double[] theta;
  private final Matrix x;
  private final Matrix k;
  private final Matrix inverse; // L⁻¹
  private final double[] alpha;
  private final double logMarginal;

  /**
   * Conditions on data.
   *
   * @param theta constrained values of the covariance, from place 0
   * @param noise σ²
   */
  public ExactGp(Covariance covariance, double[] theta, double noise, Matrix x, double[] y) {
    int n = x.rows;
    if (y.length != n) {
      throw new IllegalArgumentException(
          "targets: expected " + n + ", one per row of x, but got " + y.length);
    }
    this.covariance = covariance;
    this.theta = theta.clone();
    this.x = x;
    k = Matrix.zeros(n, n);
    covariance.cross(theta, 0, x, x, k, new Scratch());
    Matrix noisy = k.copy();
    for (int i = 0; i < n; i++) {
      noisy.data[i * n + i] += noise;
    }
    inverse = Matrix.zeros(n, n);
    Cholesky.factor(noisy, inverse);
    double logDeterminant = Cholesky.logDeterminant(inverse);
    Blas.trtri(inverse);
    double[] half = new double[n]; // L⁻¹y
    alpha = new double[n];
    Blas.gemv(false, 1.0, inverse, y, 0, 0.0, half, 0);
    Blas.gemv(true, 1.0, inverse, half, 0, 0.0, alpha, 0);
    logMarginal = -0.5 * (Sums.dot(half, 0, half, 0, n) + logDeterminant + n * LOG_2PI);
  }

  /** log p(y). */
  public double logMarginalLikelihood() {
    return logMarginal;
  }

  /**
   * The gradient of log p(y): adds to thetaBar (same places as theta) and returns the derivative in
   * σ². K̄ = ½(ααᵀ − (K + σ²I)⁻¹).
   */
  public double gradient(double[] thetaBar) {
    int n = x.rows;
    Matrix kBar = Matrix.zeros(n, n);
    Blas.syrk(true, -0.5, inverse, 0.0, kBar);
    Blas.symmetrise(kBar);
    double noiseBar = 0.0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        kBar.data[i * n + j] += 0.5 * alpha[i] * alpha[j];
      }
      noiseBar += kBar.data[i * n + i];
    }
    covariance.crossPullback(
        theta, 0, x, x, k, new CrossAdjoints(kBar, thetaBar, null, null), new Scratch());
    return noiseBar;
  }

  /** Adds the gradient of log p(y) in y, −α, to yBar. */
  public void targetGradient(double[] yBar) {
    for (int i = 0; i < alpha.length; i++) {
      yBar[i] -= alpha[i];
    }
  }

  /** Writes mean and variance of the noise-free function at new inputs. */
  public void predict(Matrix xNew, double[] mean, double[] variance) {
    int n = x.rows;
    Matrix cross = Matrix.zeros(xNew.rows, n);
    covariance.cross(theta, 0, xNew, x, cross, new Scratch());
    Blas.gemv(false, 1.0, cross, alpha, 0, 0.0, mean, 0);
    covariance.diagonal(theta, 0, xNew, variance);
    Blas.trmm(true, true, 1.0, inverse, cross);
    for (int i = 0; i < xNew.rows; i++) {
      variance[i] = Math.max(0.0, variance[i] - Sums.dot(cross.data, i * n, cross.data, i * n, n));
    }
  }
}
