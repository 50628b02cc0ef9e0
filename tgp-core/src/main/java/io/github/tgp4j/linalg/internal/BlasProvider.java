package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;

/**
 * The few BLAS and LAPACK routines the library stands on, for row-major matrices whose shapes the
 * facade has checked.
 *
 * <p>Triangular arguments are lower triangles; what lies above their diagonal is neither read nor
 * written.
 */
public interface BlasProvider {
  /** c ← alpha·op(a)·op(b) + beta·c. */
  void gemm(
      boolean transA, boolean transB, double alpha, Matrix a, Matrix b, double beta, Matrix c);

  /** y ← alpha·op(a)·x + beta·y. */
  void gemv(
      boolean transA,
      double alpha,
      Matrix a,
      double[] x,
      int xFrom,
      double beta,
      double[] y,
      int yFrom);

  /** Lower triangle of c ← alpha·op(a)·op(a)ᵀ + beta·c, with op(a) = aᵀ when {@code transA}. */
  void syrk(boolean transA, double alpha, Matrix a, double beta, Matrix c);

  /** b ← alpha·op(l)·b, or alpha·b·op(l) when {@code right}. */
  void trmm(boolean right, boolean transL, double alpha, Matrix l, Matrix b);

  /** b ← alpha·op(l)⁻¹·b, or alpha·b·op(l)⁻¹ when {@code right}. */
  void trsm(boolean right, boolean transL, double alpha, Matrix l, Matrix b);

  /**
   * Overwrites the lower triangle of a with its Cholesky factor; false when a is not positive
   * definite.
   */
  boolean potrf(Matrix a);

  /** Overwrites the lower triangle l with its inverse; false when a diagonal entry is zero. */
  boolean trtri(Matrix l);

  /** For logs: which library answers. */
  String description();
}
