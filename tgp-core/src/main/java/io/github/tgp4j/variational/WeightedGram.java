package io.github.tgp4j.variational;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/** Gram matrices of rows with weights of both signs; equation S3 in docs/equations.md. */
public final class WeightedGram {
  private WeightedGram() {}

  /**
   * The lower triangle of W += Σ_n v̄_n A_n A_nᵀ at half a gemm's cost: rows scaled by √|v̄_n|,
   * those with v̄_n &lt; 0 packed to the front and the others to the back, one syrk each.
   *
   * @param scaled work space of a's size
   */
  public static void add(Matrix a, double[] weights, Matrix scaled, Matrix w) {
    if (isConstant(weights, a.rows)) { // Gaussian noise without a flow
      Blas.syrk(true, weights[0], a, 1.0, w);
      return;
    }
    int front = 0;
    int back = a.rows;
    int cols = a.cols;
    for (int i = 0; i < a.rows; i++) {
      double v = weights[i];
      int to = v < 0 ? front++ : --back;
      double root = Math.sqrt(Math.abs(v));
      int source = a.at(i, 0);
      int target = to * cols;
      for (int j = 0; j < cols; j++) {
        scaled.data[target + j] = root * a.data[source + j];
      }
    }
    if (front > 0) {
      Blas.syrk(true, -1.0, scaled.rowRange(0, front), 1.0, w);
    }
    if (front < a.rows) {
      Blas.syrk(true, 1.0, scaled.rowRange(front, a.rows), 1.0, w);
    }
  }

  private static boolean isConstant(double[] values, int n) {
    for (int i = 1; i < n; i++) {
      if (values[i] != values[0]) {
        return false;
      }
    }
    return n > 0;
  }
}
