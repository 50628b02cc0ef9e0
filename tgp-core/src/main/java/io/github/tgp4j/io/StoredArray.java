package io.github.tgp4j.io;

import io.github.tgp4j.linalg.Matrix;

/**
 * Numbers with a shape, row-major. The arrays are those that were given, not copies.
 *
 * @param shape one length per dimension
 */
record StoredArray(int[] shape, double[] values) {
  static StoredArray vector(double... values) {
    return new StoredArray(new int[] {values.length}, values);
  }

  static StoredArray matrix(Matrix m) {
    return new StoredArray(new int[] {m.rows, m.cols}, m.copy().data);
  }
}
