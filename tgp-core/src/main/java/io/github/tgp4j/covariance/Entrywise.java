package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * Entrywise operations on equally shaped matrices.
 *
 * <p>A matrix is <em>plain</em> when entry (i, j) is {@code data[i·cols + j]}. Loops over plain
 * matrices use one index for all arrays: only then does the JIT compiler vectorise them.
 */
final class Entrywise {
  private Entrywise() {}

  static boolean isPlain(Matrix a) {
    return a.offset == 0 && a.stride == a.cols;
  }

  /** A plain matrix over scratch memory with undefined entries. */
  static Matrix take(int rows, int cols, Scratch scratch) {
    return Matrix.wrap(scratch.take(rows * cols), rows, cols);
  }

  static Matrix takeZeroed(int rows, int cols, Scratch scratch) {
    return Matrix.wrap(scratch.takeZeroed(rows * cols), rows, cols);
  }

  /** {@code a} itself when plain, otherwise a plain matrix over scratch, its entries undefined. */
  static Matrix plainLike(Matrix a, Scratch scratch) {
    return isPlain(a) ? a : take(a.rows, a.cols, scratch);
  }

  /** {@code a} itself when plain, otherwise a plain copy over scratch. */
  static Matrix plainCopy(Matrix a, Scratch scratch) {
    Matrix plain = plainLike(a, scratch);
    copy(a, plain);
    return plain;
  }

  /** to ← from; nothing to do when they are the same object. */
  static void copy(Matrix from, Matrix to) {
    if (from == to) {
      return;
    }
    if (isPlain(from) && isPlain(to)) {
      System.arraycopy(from.data, 0, to.data, 0, from.rows * from.cols);
      return;
    }
    for (int i = 0; i < from.rows; i++) {
      System.arraycopy(from.data, from.at(i, 0), to.data, to.at(i, 0), from.cols);
    }
  }

  /** to ← to + from. */
  static void add(Matrix from, Matrix to) {
    double[] a = from.data;
    double[] b = to.data;
    if (isPlain(from) && isPlain(to)) {
      int size = from.rows * from.cols;
      for (int i = 0; i < size; i++) {
        b[i] += a[i];
      }
      return;
    }
    for (int i = 0; i < from.rows; i++) {
      int aFrom = from.at(i, 0);
      int bFrom = to.at(i, 0);
      for (int j = 0; j < from.cols; j++) {
        b[bFrom + j] += a[aFrom + j];
      }
    }
  }

  /** to ← to∘by. */
  static void multiply(Matrix by, Matrix to) {
    double[] a = by.data;
    double[] b = to.data;
    if (isPlain(by) && isPlain(to)) {
      int size = by.rows * by.cols;
      for (int i = 0; i < size; i++) {
        b[i] *= a[i];
      }
      return;
    }
    for (int i = 0; i < by.rows; i++) {
      int aFrom = by.at(i, 0);
      int bFrom = to.at(i, 0);
      for (int j = 0; j < by.cols; j++) {
        b[bFrom + j] *= a[aFrom + j];
      }
    }
  }

  /** to ← factor·to. */
  static void scale(double factor, Matrix to) {
    for (int i = 0; i < to.rows; i++) {
      int end = to.at(i, 0) + to.cols;
      for (int j = to.at(i, 0); j < end; j++) {
        to.data[j] *= factor;
      }
    }
  }

  static double sum(Matrix a) {
    double sum = 0.0;
    for (int i = 0; i < a.rows; i++) {
      int end = a.at(i, 0) + a.cols;
      for (int j = a.at(i, 0); j < end; j++) {
        sum += a.data[j];
      }
    }
    return sum;
  }

  /** Σ_i a_i·b_i for i &lt; n; through BLAS because the JIT compiler does not reorder sums. */
  static double dot(double[] a, double[] b, int n, Scratch scratch) {
    int mark = scratch.mark();
    double[] result = scratch.takeZeroed(1);
    Blas.dot(a, b, n, result);
    double dot = result[0];
    scratch.release(mark);
    return dot;
  }
}
