package io.github.tgp4j.spark;

import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;

/** Spark's vectors as plain numbers. */
final class FeatureVectors {
  private FeatureVectors() {}

  /** The numbers that a vector holds; others are 0. Not copied. */
  static double[] stored(Vector vector) {
    return vector instanceof SparseVector sparse
        ? sparse.values()
        : vector instanceof DenseVector dense ? dense.values() : vector.toArray();
  }

  /** Copies a vector to a place among zeros. */
  static void copy(Vector vector, double[] to, int at) {
    double[] values = stored(vector);
    if (vector instanceof SparseVector sparse) {
      int[] indices = sparse.indices();
      for (int k = 0; k < indices.length; k++) {
        to[at + indices[k]] = values[k];
      }
    } else {
      System.arraycopy(values, 0, to, at, values.length);
    }
  }
}
