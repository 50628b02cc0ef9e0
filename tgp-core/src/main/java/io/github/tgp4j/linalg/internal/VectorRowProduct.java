package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link RowProduct} with sums in registers: of four rows and two vectors of columns, or of one row
 * and four vectors.
 */
final class VectorRowProduct extends RowProduct {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int ROWS = 4;

  @Override
  void gemm(double alpha, Matrix a, Matrix b, double beta, Matrix c) {
    for (int i = 0; i < c.rows; i++) {
      start(beta, c, i);
    }
    int i = 0;
    for (; i <= c.rows - ROWS; i += ROWS) {
      int j = 0;
      for (; j <= c.cols - 2 * LANES; j += 2 * LANES) {
        fourRows(alpha, a, b, c, i, j);
      }
      for (int row = i; row < i + ROWS; row++) {
        oneRow(alpha, a, b, c, row, j);
      }
    }
    for (; i < c.rows; i++) {
      oneRow(alpha, a, b, c, i, 0);
    }
  }

  private static void oneRow(double alpha, Matrix a, Matrix b, Matrix c, int i, int from) {
    int j = from;
    for (; j <= c.cols - 4 * LANES; j += 4 * LANES) {
      fourVectors(alpha, a, b, c, i, j);
    }
    for (; j <= c.cols - LANES; j += LANES) {
      oneVector(alpha, a, b, c, i, j);
    }
    for (; j <= c.cols - 4; j += 4) {
      fourColumns(alpha, a, b, c, i, j);
    }
    for (; j < c.cols; j++) {
      double sum = c.data[c.at(i, j)];
      for (int k = 0; k < a.cols; k++) {
        sum = Math.fma(alpha * a.data[a.at(i, k)], b.data[b.at(k, j)], sum);
      }
      c.data[c.at(i, j)] = sum;
    }
  }

  /** Columns j to j + 2·LANES − 1 of rows i to i + 3. */
  private static void fourRows(double alpha, Matrix a, Matrix b, Matrix c, int i, int j) {
    int c0 = c.at(i, j);
    int c1 = c.at(i + 1, j);
    int c2 = c.at(i + 2, j);
    int c3 = c.at(i + 3, j);
    DoubleVector s0 = load(c.data, c0);
    DoubleVector t0 = load(c.data, c0 + LANES);
    DoubleVector s1 = load(c.data, c1);
    DoubleVector t1 = load(c.data, c1 + LANES);
    DoubleVector s2 = load(c.data, c2);
    DoubleVector t2 = load(c.data, c2 + LANES);
    DoubleVector s3 = load(c.data, c3);
    DoubleVector t3 = load(c.data, c3 + LANES);
    double[] x = a.data;
    int a0 = a.at(i, 0);
    int a1 = a.at(i + 1, 0);
    int a2 = a.at(i + 2, 0);
    int a3 = a.at(i + 3, 0);
    for (int k = 0, at = b.at(0, j); k < a.cols; k++, at += b.stride) {
      DoubleVector u = load(b.data, at);
      DoubleVector v = load(b.data, at + LANES);
      DoubleVector f = DoubleVector.broadcast(SPECIES, alpha * x[a0 + k]);
      s0 = f.lanewise(VectorOperators.FMA, u, s0);
      t0 = f.lanewise(VectorOperators.FMA, v, t0);
      f = DoubleVector.broadcast(SPECIES, alpha * x[a1 + k]);
      s1 = f.lanewise(VectorOperators.FMA, u, s1);
      t1 = f.lanewise(VectorOperators.FMA, v, t1);
      f = DoubleVector.broadcast(SPECIES, alpha * x[a2 + k]);
      s2 = f.lanewise(VectorOperators.FMA, u, s2);
      t2 = f.lanewise(VectorOperators.FMA, v, t2);
      f = DoubleVector.broadcast(SPECIES, alpha * x[a3 + k]);
      s3 = f.lanewise(VectorOperators.FMA, u, s3);
      t3 = f.lanewise(VectorOperators.FMA, v, t3);
    }
    s0.intoArray(c.data, c0);
    t0.intoArray(c.data, c0 + LANES);
    s1.intoArray(c.data, c1);
    t1.intoArray(c.data, c1 + LANES);
    s2.intoArray(c.data, c2);
    t2.intoArray(c.data, c2 + LANES);
    s3.intoArray(c.data, c3);
    t3.intoArray(c.data, c3 + LANES);
  }

  private static void fourVectors(double alpha, Matrix a, Matrix b, Matrix c, int i, int j) {
    int to = c.at(i, j);
    int from = a.at(i, 0);
    DoubleVector s0 = load(c.data, to);
    DoubleVector s1 = load(c.data, to + LANES);
    DoubleVector s2 = load(c.data, to + 2 * LANES);
    DoubleVector s3 = load(c.data, to + 3 * LANES);
    for (int k = 0, at = b.at(0, j); k < a.cols; k++, at += b.stride) {
      DoubleVector f = DoubleVector.broadcast(SPECIES, alpha * a.data[from + k]);
      s0 = f.lanewise(VectorOperators.FMA, load(b.data, at), s0);
      s1 = f.lanewise(VectorOperators.FMA, load(b.data, at + LANES), s1);
      s2 = f.lanewise(VectorOperators.FMA, load(b.data, at + 2 * LANES), s2);
      s3 = f.lanewise(VectorOperators.FMA, load(b.data, at + 3 * LANES), s3);
    }
    s0.intoArray(c.data, to);
    s1.intoArray(c.data, to + LANES);
    s2.intoArray(c.data, to + 2 * LANES);
    s3.intoArray(c.data, to + 3 * LANES);
  }

  private static void oneVector(double alpha, Matrix a, Matrix b, Matrix c, int i, int j) {
    int to = c.at(i, j);
    int from = a.at(i, 0);
    DoubleVector sum = DoubleVector.fromArray(SPECIES, c.data, to);
    for (int k = 0, at = b.at(0, j); k < a.cols; k++, at += b.stride) {
      DoubleVector f = DoubleVector.broadcast(SPECIES, alpha * a.data[from + k]);
      sum = f.lanewise(VectorOperators.FMA, DoubleVector.fromArray(SPECIES, b.data, at), sum);
    }
    sum.intoArray(c.data, to);
  }

  /**
   * Four columns that fill no vector. (Shorter vectors would do it in one go, but the compiler
   * boxes every vector once a second length is in use.)
   */
  private static void fourColumns(double alpha, Matrix a, Matrix b, Matrix c, int i, int j) {
    int to = c.at(i, j);
    int from = a.at(i, 0);
    double s0 = c.data[to];
    double s1 = c.data[to + 1];
    double s2 = c.data[to + 2];
    double s3 = c.data[to + 3];
    for (int k = 0, at = b.at(0, j); k < a.cols; k++, at += b.stride) {
      double f = alpha * a.data[from + k];
      s0 = Math.fma(f, b.data[at], s0);
      s1 = Math.fma(f, b.data[at + 1], s1);
      s2 = Math.fma(f, b.data[at + 2], s2);
      s3 = Math.fma(f, b.data[at + 3], s3);
    }
    c.data[to] = s0;
    c.data[to + 1] = s1;
    c.data[to + 2] = s2;
    c.data[to + 3] = s3;
  }

  private static DoubleVector load(double[] data, int at) {
    return DoubleVector.fromArray(SPECIES, data, at);
  }
}
