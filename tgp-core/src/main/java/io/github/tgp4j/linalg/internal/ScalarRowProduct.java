package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;

/** {@link RowProduct} in loops that the compiler turns into vectors by itself. */
final class ScalarRowProduct extends RowProduct {
  @Override
  void gemm(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    double[] from = a.data;
    for (int i = 0; i < c.rows; i++) {
      start(beta, c, i);
      int to = c.at(i, 0);
      int at = a.at(i, 0);
      int k = 0;
      for (; k < a.cols - 1; k += 2) {
        addTwo(b, k, alpha * from[at + k], alpha * from[at + k + 1], c.data, to);
      }
      if (k < a.cols) {
        addOne(b, k, alpha * from[at + k], c.data, to);
      }
    }
  }

  /** Two rows of b at a time save half of the loads and stores of c. */
  private static void addTwo(Matrix b, int k, double f0, double f1, double[] c, int to) {
    double[] w = b.data;
    int w0 = b.at(k, 0);
    int w1 = b.at(k + 1, 0);
    for (int j = 0; j < b.cols; j++) {
      c[to + j] = Math.fma(f1, w[w1 + j], Math.fma(f0, w[w0 + j], c[to + j]));
    }
  }

  private static void addOne(Matrix b, int k, double factor, double[] c, int to) {
    double[] w = b.data;
    int from = b.at(k, 0);
    for (int j = 0; j < b.cols; j++) {
      c[to + j] = Math.fma(factor, w[from + j], c[to + j]);
    }
  }
}
