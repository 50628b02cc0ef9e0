package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;

/**
 * Products of few rows, in Java. The matrices are too small for a call of native code to pay, and a
 * call holds up the garbage collector of every other thread while it lasts
 * (docs/decisions/0013-small-products-in-java.md).
 *
 * <p>Every entry is one sum, added up in the order of the inner index. So a row of the result
 * depends on that row of the left matrix and on the right matrix alone: neither on how many rows
 * there are, nor on where it stands among them, nor on the processor or the compiler.
 */
public final class RowRoutines {
  /** So many sums are worked on together, so that none waits for the addition before. */
  private static final int UNROLL = 4;

  private static final RowProduct PRODUCT = RowProduct.choose();

  private RowRoutines() {}

  /** c ← alpha·a·b + beta·c. */
  public static void gemm(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    PRODUCT.gemm(alpha, a, b, beta, c);
  }

  /** c ← alpha·a·bᵀ + beta·c. */
  public static void gemmTransposed(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    for (int i = 0; i < c.rows; i++) {
      dots(alpha, b, a.data, a.at(i, 0), beta, c.data, c.at(i, 0));
    }
  }

  /** y ← alpha·a·x + beta·y. */
  public static void gemv(
      double alpha, Matrix a, double[] x, int xFrom, double beta, double[] y, int yFrom) {
    dots(alpha, a, x, xFrom, beta, y, yFrom);
  }

  /** b ← alpha·b·lᵀ, l lower triangular. Entry j takes entries 0 to j: the last one comes first. */
  public static void trmmTransposed(double alpha, Matrix l, Matrix b) {
    double[] data = b.data;
    double[] w = l.data;
    for (int i = 0; i < b.rows; i++) {
      int row = b.at(i, 0);
      int j = b.cols - 1;
      for (; j >= UNROLL - 1; j -= UNROLL) {
        int w0 = l.at(j, 0);
        int w1 = l.at(j - 1, 0);
        int w2 = l.at(j - 2, 0);
        int w3 = l.at(j - 3, 0);
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        int common = j - 2;
        for (int k = 0; k < common; k++) {
          double value = data[row + k];
          s0 += value * w[w0 + k];
          s1 += value * w[w1 + k];
          s2 += value * w[w2 + k];
          s3 += value * w[w3 + k];
        }
        double v2 = data[row + j - 2];
        double v1 = data[row + j - 1];
        s2 += v2 * w[w2 + j - 2];
        s1 = s1 + v2 * w[w1 + j - 2] + v1 * w[w1 + j - 1];
        s0 = s0 + v2 * w[w0 + j - 2] + v1 * w[w0 + j - 1] + data[row + j] * w[w0 + j];
        data[row + j] = alpha * s0;
        data[row + j - 1] = alpha * s1;
        data[row + j - 2] = alpha * s2;
        data[row + j - 3] = alpha * s3;
      }
      for (; j >= 0; j--) {
        data[row + j] = alpha * dot(w, l.at(j, 0), data, row, j + 1);
      }
    }
  }

  /**
   * b ← alpha·b·l, l lower triangular. Entry j takes entries j and after: the first comes first.
   */
  public static void trmm(double alpha, Matrix l, Matrix b) {
    double[] data = b.data;
    for (int i = 0; i < b.rows; i++) {
      int row = b.at(i, 0);
      for (int k = 0; k < b.cols; k++) {
        double value = alpha * data[row + k];
        int from = l.at(k, 0);
        for (int j = 0; j < k; j++) {
          data[row + j] += value * l.data[from + j];
        }
        data[row + k] = value * l.data[from + k];
      }
    }
  }

  /** y ← alpha·m·x + beta·y, four rows of m at a time. */
  private static void dots(
      double alpha, Matrix m, double[] x, int xFrom, double beta, double[] y, int yFrom) {
    double[] w = m.data;
    int j = 0;
    for (; j <= m.rows - UNROLL; j += UNROLL) {
      int w0 = m.at(j, 0);
      int w1 = m.at(j + 1, 0);
      int w2 = m.at(j + 2, 0);
      int w3 = m.at(j + 3, 0);
      double s0 = 0.0;
      double s1 = 0.0;
      double s2 = 0.0;
      double s3 = 0.0;
      for (int k = 0; k < m.cols; k++) {
        double value = x[xFrom + k];
        s0 += value * w[w0 + k];
        s1 += value * w[w1 + k];
        s2 += value * w[w2 + k];
        s3 += value * w[w3 + k];
      }
      set(y, yFrom + j, alpha * s0, beta);
      set(y, yFrom + j + 1, alpha * s1, beta);
      set(y, yFrom + j + 2, alpha * s2, beta);
      set(y, yFrom + j + 3, alpha * s3, beta);
    }
    for (; j < m.rows; j++) {
      set(y, yFrom + j, alpha * dot(w, m.at(j, 0), x, xFrom, m.cols), beta);
    }
  }

  private static double dot(double[] w, int from, double[] x, int xFrom, int n) {
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
      sum += x[xFrom + k] * w[from + k];
    }
    return sum;
  }

  private static void set(double[] y, int at, double value, double beta) {
    y[at] = beta == 0.0 ? value : value + beta * y[at];
  }
}
