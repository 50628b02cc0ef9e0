package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;
import java.util.concurrent.Semaphore;

/**
 * Native routines with no more threads inside them than there are processors.
 *
 * <p>A native routine works on Java's arrays in place, and no garbage is collected meanwhile. With
 * many more threads than processors some are always inside, set aside by the operating system with
 * their arrays held: G1 on JDK 17 then gave up with an OutOfMemoryError
 * (docs/decisions/0013-small-products-in-java.md). Threads beyond the cap could not compute anyway.
 */
final class CappedProvider implements BlasProvider {
  private final BlasProvider provider;
  private final Semaphore permits;

  CappedProvider(BlasProvider provider, int threads) {
    this.provider = provider;
    this.permits = new Semaphore(threads);
  }

  @Override
  public void gemm(
      boolean transA, boolean transB, double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    permits.acquireUninterruptibly();
    try {
      provider.gemm(transA, transB, alpha, a, b, beta, c);
    } finally {
      permits.release();
    }
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
    permits.acquireUninterruptibly();
    try {
      provider.gemv(transA, alpha, a, x, xFrom, beta, y, yFrom);
    } finally {
      permits.release();
    }
  }

  @Override
  public void syrk(boolean transA, double alpha, Matrix a, double beta, Matrix c) {
    permits.acquireUninterruptibly();
    try {
      provider.syrk(transA, alpha, a, beta, c);
    } finally {
      permits.release();
    }
  }

  @Override
  public void trmm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    permits.acquireUninterruptibly();
    try {
      provider.trmm(right, transL, alpha, l, b);
    } finally {
      permits.release();
    }
  }

  @Override
  public void trsm(boolean right, boolean transL, double alpha, Matrix l, Matrix b) {
    permits.acquireUninterruptibly();
    try {
      provider.trsm(right, transL, alpha, l, b);
    } finally {
      permits.release();
    }
  }

  @Override
  public boolean potrf(Matrix a) {
    permits.acquireUninterruptibly();
    try {
      return provider.potrf(a);
    } finally {
      permits.release();
    }
  }

  @Override
  public boolean trtri(Matrix l) {
    permits.acquireUninterruptibly();
    try {
      return provider.trtri(l);
    } finally {
      permits.release();
    }
  }

  @Override
  public String description() {
    return provider.description();
  }
}
