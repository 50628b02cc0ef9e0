package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * The directions of largest variance of centred data, by orthogonal iteration on C = XᵀX: Q ←
 * orthonormal(C·Q) turns Q's columns into the leading eigenvectors in the order of their variance.
 * Directions of nearly equal variance may come out mixed, which does not matter for a projection.
 */
final class PrincipalAxes {
  private static final int ITERATIONS = 300;

  private PrincipalAxes() {}

  /**
   * The {@code count} leading directions as the columns of a D × count matrix with orthonormal
   * columns; signs are chosen so that each one's largest entry is positive.
   */
  static Matrix of(Matrix x, int count) {
    Matrix scatter = Matrix.zeros(x.cols, x.cols);
    Blas.syrk(true, 1.0 / x.rows, x, 0.0, scatter);
    Blas.symmetrise(scatter);
    for (int i = 0; i < x.cols; i++) {
      scatter.data[i * x.cols + i] += 1e-9; // so that fewer distinct rows than axes leave none zero
    }
    Matrix axes = Matrix.zeros(count, x.cols); // one per row
    Matrix image = Matrix.zeros(count, x.cols);
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < x.cols; j++) {
        image.data[k * x.cols + j] = Math.cos((k + 0.5) * (j + 0.5) * Math.PI / x.cols);
      }
    }
    for (int i = 0; i < ITERATIONS; i++) {
      orthonormalise(image, axes);
      Blas.gemm(false, false, 1.0, axes, scatter, 0.0, image);
    }
    orthonormalise(image, axes);
    Matrix out = Matrix.zeros(x.cols, count);
    for (int k = 0; k < count; k++) {
      double sign = sign(axes, k);
      for (int j = 0; j < x.cols; j++) {
        out.data[j * count + k] = sign * axes.data[k * x.cols + j];
      }
    }
    return out;
  }

  /** Gram–Schmidt on the rows, each projected twice against rounding. */
  private static void orthonormalise(Matrix from, Matrix to) {
    int n = from.cols;
    System.arraycopy(from.data, 0, to.data, 0, from.rows * n);
    for (int k = 0; k < from.rows; k++) {
      for (int pass = 0; pass < 2; pass++) {
        normalise(to.data, k * n, n);
        for (int other = 0; other < k; other++) {
          double dot = dot(to.data, k * n, other * n, n);
          for (int j = 0; j < n; j++) {
            to.data[k * n + j] -= dot * to.data[other * n + j];
          }
        }
      }
      normalise(to.data, k * n, n);
    }
  }

  private static void normalise(double[] values, int at, int n) {
    double norm = Math.sqrt(dot(values, at, at, n));
    for (int j = 0; j < n; j++) {
      values[at + j] /= norm;
    }
  }

  private static double dot(double[] values, int a, int b, int n) {
    double sum = 0.0;
    for (int j = 0; j < n; j++) {
      sum += values[a + j] * values[b + j];
    }
    return sum;
  }

  private static double sign(Matrix axes, int k) {
    double largest = 0.0;
    for (int j = 0; j < axes.cols; j++) {
      double value = axes.get(k, j);
      if (Math.abs(value) > Math.abs(largest)) {
        largest = value;
      }
    }
    return largest < 0 ? -1.0 : 1.0;
  }
}
