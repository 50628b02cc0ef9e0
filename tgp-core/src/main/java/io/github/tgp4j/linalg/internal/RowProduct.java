package io.github.tgp4j.linalg.internal;

import io.github.tgp4j.linalg.Matrix;

/**
 * c ← alpha·a·b + beta·c for few rows. Both implementations give the same bits: an entry starts at
 * beta·c and has (alpha·a_ik)·b_kj added in the order of k by fused multiply-adds.
 */
abstract class RowProduct {
  /** Vectors where the module jdk.incubator.vector is there. */
  static RowProduct choose() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      try {
        // By name, so that this class loads without the module.
        return (RowProduct)
            Class.forName("io.github.tgp4j.linalg.internal.VectorRowProduct")
                .getDeclaredConstructor()
                .newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        System.getLogger("io.github.tgp4j.linalg")
            .log(
                System.Logger.Level.DEBUG, "products of few rows: the vector API does not load", e);
      }
    }
    return new ScalarRowProduct();
  }

  abstract void gemm(double alpha, Matrix a, Matrix b, double beta, Matrix c);

  /** Row i of c ← beta·c, whatever it held where beta is 0. */
  static void start(double beta, Matrix c, int i) {
    int at = c.at(i, 0);
    if (beta == 0.0) {
      java.util.Arrays.fill(c.data, at, at + c.cols, 0.0);
    } else if (beta != 1.0) {
      for (int j = at; j < at + c.cols; j++) {
        c.data[j] *= beta;
      }
    }
  }
}
