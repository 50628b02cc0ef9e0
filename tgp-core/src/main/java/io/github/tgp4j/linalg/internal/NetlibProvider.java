package io.github.tgp4j.linalg.internal;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import io.github.tgp4j.linalg.Matrix;
import org.netlib.util.intW;

/**
 * BLAS and LAPACK through netlib's interface, native or pure Java.
 *
 * <p>Netlib is column-major: a row-major matrix is its transpose there, so C = AB becomes Cᵀ =
 * BᵀAᵀ, left becomes right, and a lower triangle becomes an upper one. Arrays are passed as they
 * are, never copied.
 */
final class NetlibProvider implements BlasProvider {
  private final BLAS blas;
  private final LAPACK lapack;
  private final String description;

  NetlibProvider(BLAS blas, LAPACK lapack, String description) {
    this.blas = blas;
    this.lapack = lapack;
    this.description = description;
  }

  @Override
  public void gemm(
      boolean transA, boolean transB, double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    int inner = transA ? a.rows : a.cols;
    blas.dgemm(
        transB ? "T" : "N",
        transA ? "T" : "N",
        c.cols,
        c.rows,
        inner,
        alpha,
        b.data,
        b.offset,
        ld(b),
        a.data,
        a.offset,
        ld(a),
        beta,
        c.data,
        c.offset,
        ld(c));
  }

  @Override
  public void gemv(
      boolean transA,
      double alpha,
      Matrix a,
      double[] x,
      int xFrom,
      double beta,
      double[] y,
      int yFrom) {
    blas.dgemv(
        transA ? "N" : "T",
        a.cols,
        a.rows,
        alpha,
        a.data,
        a.offset,
        ld(a),
        x,
        xFrom,
        1,
        beta,
        y,
        yFrom,
        1);
  }

  @Override
  public void syrk(boolean transA, double alpha, Matrix a, double beta, Matrix c) {
    int inner = transA ? a.rows : a.cols;
    blas.dsyrk(
        "U",
        transA ? "N" : "T",
        c.rows,
        inner,
        alpha,
        a.data,
        a.offset,
        ld(a),
        beta,
        c.data,
        c.offset,
        ld(c));
  }

  @Override
  public void trmm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    blas.dtrmm(
        right ? "L" : "R",
        "U",
        transL ? "T" : "N",
        "N",
        b.cols,
        b.rows,
        alpha,
        l.data,
        l.offset,
        ld(l),
        b.data,
        b.offset,
        ld(b));
  }

  @Override
  public void trsm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    blas.dtrsm(
        right ? "L" : "R",
        "U",
        transL ? "T" : "N",
        "N",
        b.cols,
        b.rows,
        alpha,
        l.data,
        l.offset,
        ld(l),
        b.data,
        b.offset,
        ld(b));
  }

  @Override
  public boolean potrf(Matrix a) {
    intW info = new intW(0);
    lapack.dpotrf("U", a.rows, a.data, a.offset, ld(a), info);
    return info.val == 0;
  }

  @Override
  public boolean trtri(Matrix l) {
    intW info = new intW(0);
    lapack.dtrtri("U", "N", l.rows, l.data, l.offset, ld(l), info);
    return info.val == 0;
  }

  @Override
  public String description() {
    return description;
  }

  /** The leading dimension, at least 1 as netlib demands even of empty matrices. */
  private static int ld(Matrix m) {
    return Math.max(1, m.stride);
  }
}
