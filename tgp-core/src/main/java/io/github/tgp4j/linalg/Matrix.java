package io.github.tgp4j.linalg;

import java.util.Arrays;

/**
 * A dense row-major matrix, or a view of one: entry (i, j) is {@code data[offset + i·stride + j]}.
 *
 * <p>Fields are public on purpose: hot loops index the array directly and hand it to BLAS without a
 * copy.
 */
public final class Matrix {
  public final double[] data;
  public final int offset;
  public final int rows;
  public final int cols;
  public final int stride;

  private Matrix(double[] data, int offset, int rows, int cols, int stride) {
    if (rows < 0 || cols < 0 || offset < 0 || stride < cols) {
      throw new IllegalArgumentException(
          "matrix: impossible layout "
              + rows
              + "×"
              + cols
              + ", offset "
              + offset
              + ", stride "
              + stride);
    }
    long end = rows == 0 ? offset : offset + (long) (rows - 1) * stride + cols;
    if (end > data.length) {
      throw new IllegalArgumentException(
          "matrix: "
              + rows
              + "×"
              + cols
              + " needs "
              + end
              + " values but the array has "
              + data.length);
    }
    this.data = data;
    this.offset = offset;
    this.rows = rows;
    this.cols = cols;
    this.stride = stride;
  }

  /** A new matrix of zeros. */
  public static Matrix zeros(int rows, int cols) {
    return new Matrix(new double[Math.multiplyExact(rows, cols)], 0, rows, cols, cols);
  }

  /** The identity of size n. */
  public static Matrix identity(int n) {
    Matrix eye = zeros(n, n);
    for (int i = 0; i < n; i++) {
      eye.data[i * n + i] = 1.0;
    }
    return eye;
  }

  /** A copy of a rectangular array of rows. */
  public static Matrix of(double[][] values) {
    int cols = values.length == 0 ? 0 : values[0].length;
    Matrix m = zeros(values.length, cols);
    for (int i = 0; i < values.length; i++) {
      if (values[i].length != cols) {
        throw new IllegalArgumentException(
            "row "
                + i
                + ": expected "
                + cols
                + " values, as in row 0, but got "
                + values[i].length);
      }
      System.arraycopy(values[i], 0, m.data, i * cols, cols);
    }
    return m;
  }

  /** A matrix over the caller's array, not copied. */
  public static Matrix wrap(double[] data, int rows, int cols) {
    return new Matrix(data, 0, rows, cols, cols);
  }

  /** A matrix over part of the caller's array, not copied. */
  public static Matrix wrap(double[] data, int offset, int rows, int cols, int stride) {
    return new Matrix(data, offset, rows, cols, stride);
  }

  /** A single column holding a copy of {@code values}. */
  public static Matrix column(double... values) {
    return new Matrix(values.clone(), 0, values.length, 1, 1);
  }

  /** Index of entry (i, j) in {@link #data}. */
  /** A copy of columns, each of one length. */
  public static Matrix ofColumns(double[][] columns) {
    Matrix out = zeros(columns.length == 0 ? 0 : columns[0].length, columns.length);
    for (int j = 0; j < out.cols; j++) {
      for (int i = 0; i < out.rows; i++) {
        out.data[i * out.cols + j] = columns[j][i];
      }
    }
    return out;
  }

  /** A copy of each column. */
  public double[][] toColumns() {
    double[][] out = new double[cols][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[j][i] = data[at(i, j)];
      }
    }
    return out;
  }

  public int at(int i, int j) {
    return offset + i * stride + j;
  }

  public double get(int i, int j) {
    checkIndex(i, j);
    return data[at(i, j)];
  }

  public void set(int i, int j, double value) {
    checkIndex(i, j);
    data[at(i, j)] = value;
  }

  /** A view of rows {@code from} (inclusive) to {@code to} (exclusive). */
  public Matrix rowRange(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException(
          "rows " + from + " to " + to + " of a matrix with " + rows);
    }
    return new Matrix(data, offset + from * stride, to - from, cols, stride);
  }

  /** A copy of some rows, in the order given. */
  public Matrix selectRows(int[] chosen) {
    Matrix out = zeros(chosen.length, cols);
    for (int k = 0; k < chosen.length; k++) {
      System.arraycopy(data, at(chosen[k], 0), out.data, k * cols, cols);
    }
    return out;
  }

  /** A contiguous copy. */
  public Matrix copy() {
    Matrix m = zeros(rows, cols);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(data, at(i, 0), m.data, i * cols, cols);
    }
    return m;
  }

  /** Sets every entry to {@code value}. */
  public void fill(double value) {
    for (int i = 0; i < rows; i++) {
      Arrays.fill(data, at(i, 0), at(i, 0) + cols, value);
    }
  }

  /** The entries as an array of rows. */
  public double[][] toRows() {
    double[][] out = new double[rows][];
    for (int i = 0; i < rows; i++) {
      out[i] = Arrays.copyOfRange(data, at(i, 0), at(i, 0) + cols);
    }
    return out;
  }

  /** "rows×cols", for messages. */
  public String shape() {
    return rows + "×" + cols;
  }

  private void checkIndex(int i, int j) {
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new IndexOutOfBoundsException(
          "entry (" + i + ", " + j + ") of a " + shape() + " matrix");
    }
  }

  @Override
  public String toString() {
    return "Matrix " + shape();
  }
}
