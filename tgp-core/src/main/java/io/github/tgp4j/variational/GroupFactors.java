package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.CrossAdjoints;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;

/**
 * What one group shares over all rows: K_zz = L·Lᵀ and L⁻¹, and the way back from the rows' sums to
 * K̄_zz; equations S1–S6 in docs/equations.md.
 *
 * <p>Rows can be treated in two ways that agree on paper. <b>Whitened</b>: A = K_xz·L⁻ᵀ, then P =
 * A(S − I). <b>Direct</b>: P = K_xz·C with the M×M matrix C = L⁻ᵀ(S − I)L⁻¹, which saves both
 * products of rows with L⁻¹ but loses digits in proportion to 1/λ_min(K_zz). The direct way is
 * taken where {@link DirectWay} allows it.
 */
public final class GroupFactors {
  private final Architecture.Group group;
  private final int covarianceAt;
  private final Matrix kzz;
  private final Matrix l;

  /** L⁻¹, zeros above the diagonal: multiplying by it is three times as fast as solving with L. */
  public final Matrix inverse;

  private final Matrix gram; // ĀᵀA
  private final DirectWay way;
  private double jitter;
  private boolean direct;

  /**
   * @param covarianceAt where the values of the group's covariance start
   * @param way when rows may skip the whitening
   */
  public GroupFactors(Architecture.Group group, int covarianceAt, DirectWay way) {
    this.way = way;
    this.group = group;
    this.covarianceAt = covarianceAt;
    int m = group.inducing();
    kzz = Matrix.zeros(m, m);
    l = Matrix.zeros(m, m);
    inverse = Matrix.zeros(m, m);
    gram = Matrix.zeros(m, m);
  }

  /** Factors K_zz at the current values. */
  public void prepare(double[] theta, Matrix z, Scratch scratch) {
    group.covariance().cross(theta, covarianceAt, z, z, kzz, scratch);
    jitter = Cholesky.factor(kzz, l);
    System.arraycopy(l.data, 0, inverse.data, 0, l.data.length);
    Blas.trtri(inverse);
    direct = way.isOpen(theta, kzz, inverse);
  }

  /** Writes what rows need. */
  public void store(StateWriter out) {
    out.put(direct ? 1.0 : 0.0).put(inverse.data);
  }

  /** Takes what {@link #store} wrote. */
  public void load(StateReader in) {
    direct = in.next() == 1.0;
    in.next(inverse.data);
  }

  /** The relative jitter that the last {@link #prepare} needed. */
  public double jitter() {
    return jitter;
  }

  /** Whether rows may skip the whitening. */
  public boolean isDirect() {
    return direct;
  }

  /** A = K_xz·L⁻ᵀ. */
  public void whiten(Matrix kxz, Matrix a) {
    System.arraycopy(kxz.data, kxz.offset, a.data, a.offset, kxz.rows * kxz.cols);
    Blas.trmm(true, true, 1.0, inverse, a);
  }

  /** c ← α·L⁻ᵀ·c·L⁻¹ for symmetric c. */
  public void unwhiten(double alpha, Matrix c, Workers workers) {
    sandwich(alpha, c, false, workers);
  }

  /** w ← L⁻¹·w·L⁻ᵀ for symmetric w. */
  public void whiten(Matrix w, Workers workers) {
    sandwich(1.0, w, true, workers);
  }

  /**
   * With T = c·op(L⁻¹), symmetry of c makes op(L⁻¹)ᵀ·T = Tᵀ·op(L⁻¹): both products go by rows and
   * split over threads.
   */
  private void sandwich(double alpha, Matrix c, boolean transposed, Workers workers) {
    Panels.run(
        workers,
        c.rows,
        (from, to) -> Blas.trmm(true, transposed, alpha, inverse, c.rowRange(from, to)));
    Blas.transpose(c);
    Panels.run(
        workers,
        c.rows,
        (from, to) -> Blas.trmm(true, transposed, 1.0, inverse, c.rowRange(from, to)));
  }

  /** Forgets the sums of the last step. */
  public void clear() {
    gram.fill(0.0);
  }

  /** Adds one latent's share of ĀᵀA = m·aᵀ + 2(S − I)W, given (S − I)W. */
  public void addProduct(InducingPosterior q, double[] aBar, Matrix product) {
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

  /** Adds m·aᵀ alone, of a latent whose (S − I)W is part of another's. */
  public void addProduct(InducingPosterior q, double[] aBar) {
    int m = group.inducing();
    double[] mean = q.mean();
    for (int i = 0; i < m; i++) {
      int row = i * m;
      double mi = mean[i];
      for (int j = 0; j <= i; j++) {
        gram.data[row + j] += mi * aBar[j];
      }
    }
  }

  /** Adds to ĀᵀA, of which only the lower triangle is read. */
  public void addGram(Matrix part) {
    for (int i = 0; i < part.rows; i++) {
      for (int j = 0; j <= i; j++) {
        gram.data[gram.at(i, j)] += part.data[part.at(i, j)];
      }
    }
  }

  /**
   * K̄_zz = −½·L⁻ᵀ(Φ + Φᵀ)L⁻¹ with Φ = ĀᵀA, since LᵀL̄ = −ĀᵀA; then on to the covariance and to Z.
   */
  public void pullback(double[] theta, Matrix z, double[] thetaBar, Matrix zBar, Workers workers) {
    int m = group.inducing();
    Blas.symmetrise(gram);
    unwhiten(-0.5, gram, workers);
    if (jitter > 0) { // the jitter is a share of the mean diagonal
      double trace = 0.0;
      for (int i = 0; i < m; i++) {
        trace += gram.data[i * m + i];
      }
      for (int i = 0; i < m; i++) {
        gram.data[i * m + i] += jitter * trace / m;
      }
    }
    group
        .covariance()
        .crossPullback(
            theta,
            covarianceAt,
            z,
            z,
            kzz,
            new CrossAdjoints(gram, thetaBar, zBar, zBar),
            workers.scratch(0));
  }
}
