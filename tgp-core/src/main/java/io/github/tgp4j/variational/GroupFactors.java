package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;

/**
 * What one group shares over all rows: K_zz = L·Lᵀ and L⁻¹, and the way back from the rows' sums to
 * K̄_zz; equations S1–S5 in docs/equations.md.
 */
final class GroupFactors {
  private final Architecture.Group group;
  private final int covarianceAt;
  private final Matrix kzz;
  private final Matrix l;

  /** L⁻¹, zeros above the diagonal: multiplying by it is three times as fast as solving with L. */
  final Matrix inverse;

  private final Matrix gram; // ĀᵀA
  private final Matrix kzzBar;
  private double jitter;

  GroupFactors(Architecture architecture, int g) {
    this.group = architecture.groups().get(g);
    this.covarianceAt = architecture.covarianceAt(g);
    int m = group.inducing();
    kzz = Matrix.zeros(m, m);
    l = Matrix.zeros(m, m);
    inverse = Matrix.zeros(m, m);
    gram = Matrix.zeros(m, m);
    kzzBar = Matrix.zeros(m, m);
  }

  /** Factors K_zz at the current values. */
  void prepare(double[] theta, Matrix z, Scratch scratch) {
    group.covariance().cross(theta, covarianceAt, z, z, kzz, scratch);
    jitter = Cholesky.factor(kzz, l);
    System.arraycopy(l.data, 0, inverse.data, 0, l.data.length);
    Blas.trtri(inverse);
  }

  /** The relative jitter that the last {@link #prepare} needed. */
  double jitter() {
    return jitter;
  }

  Matrix l() {
    return l;
  }

  /** A = K_xz·L⁻ᵀ. */
  void whiten(Matrix kxz, Matrix a) {
    System.arraycopy(kxz.data, kxz.offset, a.data, a.offset, kxz.rows * kxz.cols);
    Blas.trmm(true, true, 1.0, inverse, a);
  }

  /** Forgets the sums of the last step. */
  void clear() {
    gram.fill(0.0);
  }

  /**
   * Adds one latent's share of ĀᵀA = m·aᵀ + 2(S − I)W.
   *
   * @param product receives (S − I)W
   */
  void addLatent(InducingPosterior q, Matrix w, double[] aBar, Matrix product, Workers workers) {
    q.deviationTimes(w, product, workers);
    int m = group.inducing();
    double[] mean = q.mean();
    for (int i = 0; i < m; i++) {
      int row = i * m;
      double mi = mean[i];
      for (int j = 0; j <= i; j++) { // only the lower triangle enters the Cholesky pullback
        gram.data[row + j] += 2.0 * product.data[row + j] + mi * aBar[j];
      }
    }
  }

  /**
   * K̄_zz = −½·L⁻ᵀ(Φ + Φᵀ)L⁻¹ with Φ = ĀᵀA, since LᵀL̄ = −ĀᵀA; then on to the covariance and to Z.
   */
  void pullback(double[] theta, Matrix z, double[] thetaBar, Matrix zBar, Workers workers) {
    int m = group.inducing();
    for (int i = 0; i < m; i++) {
      System.arraycopy(gram.data, i * m, kzzBar.data, i * m, i + 1);
    }
    Blas.symmetrise(kzzBar);
    // B is symmetric, so L⁻ᵀ(B·L⁻¹) = (B·L⁻¹)ᵀ·L⁻¹: both products go by rows.
    Panels.run(
        workers, m, (from, to) -> Blas.trmm(true, false, -0.5, inverse, kzzBar.rowRange(from, to)));
    Blas.transpose(kzzBar);
    Panels.run(
        workers, m, (from, to) -> Blas.trmm(true, false, 1.0, inverse, kzzBar.rowRange(from, to)));
    if (jitter > 0) { // the jitter is a share of the mean diagonal
      double trace = 0.0;
      for (int i = 0; i < m; i++) {
        trace += kzzBar.data[i * m + i];
      }
      for (int i = 0; i < m; i++) {
        kzzBar.data[i * m + i] += jitter * trace / m;
      }
    }
    group
        .covariance()
        .crossPullback(
            theta, covarianceAt, z, z, kzz, kzzBar, thetaBar, zBar, zBar, workers.scratch(0));
  }
}
