package io.github.tgp4j.exact;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.variational.FullPosterior;

/**
 * The collapsed bound of Titsias (2009) for Gaussian noise and zero mean, with the optimal q(v);
 * equations X4–X5 in docs/equations.md.
 *
 * <pre>
 *   A = K_xz·L⁻ᵀ,  B = I + AᵀA/σ²,  q*(v) = N(B⁻¹Aᵀy/σ², B⁻¹)
 *   bound = log N(y | 0, AAᵀ + σ²I) − tr(K_xx − AAᵀ)/(2σ²)
 * </pre>
 */
public final class CollapsedGp {
  private static final double LOG_2PI = Math.log(2 * Math.PI);

  private final double bound;
  private final FullPosterior posterior;

  /**
   * Conditions on data.
   *
   * @param theta constrained values of the covariance, from place 0
   * @param noise σ²
   */
  public CollapsedGp(
      Covariance covariance, double[] theta, double noise, Matrix x, double[] y, Matrix z) {
    int n = x.rows;
    int m = z.rows;
    Scratch scratch = new Scratch();
    Matrix kzz = Matrix.zeros(m, m);
    Matrix l = Matrix.zeros(m, m);
    covariance.cross(theta, 0, z, z, kzz, scratch);
    Cholesky.factor(kzz, l);
    Matrix a = Matrix.zeros(n, m);
    covariance.cross(theta, 0, x, z, a, scratch);
    Blas.trsm(true, true, 1.0, l, a);
    Matrix b = Matrix.identity(m);
    Blas.syrk(true, 1.0 / noise, a, 1.0, b);
    Blas.symmetrise(b);
    double trace = 0.0; // tr(AᵀA)/σ²
    for (int i = 0; i < m; i++) {
      trace += b.get(i, i) - 1.0;
    }
    Matrix factor = Matrix.zeros(m, m);
    Cholesky.factor(b, factor);
    double logDeterminant = Cholesky.logDeterminant(factor);
    Matrix inverse = factor.copy();
    Blas.trtri(inverse);
    double[] projected = new double[m]; // Aᵀy/σ²
    double[] half = new double[m];
    double[] mean = new double[m];
    Blas.gemv(true, 1.0 / noise, a, y, 0, 0.0, projected, 0);
    Blas.gemv(false, 1.0, inverse, projected, 0, 0.0, half, 0);
    Blas.gemv(true, 1.0, inverse, half, 0, 0.0, mean, 0);
    double[] diagonal = new double[n];
    covariance.diagonal(theta, 0, x, diagonal);
    bound =
        -0.5 * (n * (LOG_2PI + Math.log(noise)) + logDeterminant)
            - 0.5 * Sums.dot(y, 0, y, 0, n) / noise
            + 0.5 * Sums.dot(half, 0, half, 0, m)
            - 0.5 * (Sums.shortSum(diagonal, 0, n) / noise - trace);
    Matrix s = Matrix.zeros(m, m);
    Blas.syrk(true, 1.0, inverse, 0.0, s);
    Blas.symmetrise(s);
    Matrix scale = Matrix.zeros(m, m);
    Cholesky.factor(s, scale);
    posterior = FullPosterior.of(mean, scale);
  }

  public double bound() {
    return bound;
  }

  /** The q(v) at which the uncollapsed bound attains {@link #bound()}. */
  public FullPosterior posterior() {
    return posterior.copy();
  }
}
