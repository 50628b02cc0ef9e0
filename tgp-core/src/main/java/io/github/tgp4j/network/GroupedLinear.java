package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * The linear maps of one layer of G equal networks side by side; equation N1 in docs/equations.md.
 *
 * <pre>
 *   z_g = a_g·W_g, W_g of in × out;  z = [z_1 … z_G]
 *   shared input (the first layer): a_g = a, one product with the in × (G·out) matrix [W_1 … W_G]
 *   otherwise a = [a_1 … a_G]: one product per group on views; W_1, W_2, … one after the other
 * </pre>
 *
 * <p>With one output per group (the last layer) a product per group would be a vector's; there the
 * G columns are put into one block-diagonal (G·in) × G matrix.
 */
final class GroupedLinear {
  private final int groups;
  private final int in;
  private final int out;
  private final boolean shared;

  GroupedLinear(int groups, int in, int out, boolean shared) {
    this.groups = groups;
    this.in = in;
    this.out = out;
    this.shared = shared || groups == 1;
  }

  /** Columns of a. */
  int inputs() {
    return shared ? in : groups * in;
  }

  /** Columns of z. */
  int units() {
    return groups * out;
  }

  /** G, the networks side by side. */
  int groups() {
    return groups;
  }

  /** Units of one group. */
  int groupUnits() {
    return out;
  }

  /** Where the weights of input i of group g start, unit after unit; all groups' if shared. */
  int rowAt(int g, int i) {
    return shared ? i * units() : (g * in + i) * out;
  }

  /** Inputs of one unit. */
  int fanIn() {
    return in;
  }

  int weights() {
    return in * groups * out;
  }

  /** z ← z + a·W. */
  void forward(double[] w, int at, Matrix a, Matrix z, Scratch scratch) {
    if (shared) {
      Blas.gemm(false, false, 1.0, a, Matrix.wrap(w, at, in, units(), units()), 1.0, z);
    } else if (out == 1) {
      int mark = scratch.mark();
      Blas.gemm(false, true, 1.0, a, blockDiagonal(w, at, scratch), 1.0, z);
      scratch.release(mark);
    } else {
      for (int g = 0; g < groups; g++) {
        Blas.gemm(false, false, 1.0, view(a, g, in), weights(w, at, g), 1.0, view(z, g, out));
      }
    }
  }

  /** wBar ← wBar + aᵀ·zBar. */
  void weightsPullback(Matrix a, Matrix zBar, double[] wBar, int at, Scratch scratch) {
    if (shared) {
      Blas.gemm(true, false, 1.0, a, zBar, 1.0, Matrix.wrap(wBar, at, in, units(), units()));
    } else if (out == 1) {
      int mark = scratch.mark();
      int width = groups * in;
      Matrix all = Matrix.wrap(scratch.take(groups * width), groups, width);
      Blas.gemm(true, false, 1.0, zBar, a, 0.0, all);
      for (int g = 0; g < groups; g++) {
        int block = all.at(g, g * in);
        for (int i = 0; i < in; i++) {
          wBar[at + g * in + i] += all.data[block + i];
        }
      }
      scratch.release(mark);
    } else {
      for (int g = 0; g < groups; g++) {
        Blas.gemm(true, false, 1.0, view(a, g, in), view(zBar, g, out), 1.0, weights(wBar, at, g));
      }
    }
  }

  /** Writes W_gᵀ in the place of W_g: products with plain matrices are a third faster. */
  void transpose(double[] w, int at, double[] to, int toAt) {
    int blocks = shared ? 1 : groups;
    int cols = shared ? units() : out;
    for (int g = 0; g < blocks; g++) {
      int block = g * in * cols;
      for (int i = 0; i < in; i++) {
        for (int j = 0; j < cols; j++) {
          to[toAt + block + j * in + i] = w[at + block + i * cols + j];
        }
      }
    }
  }

  /**
   * aBar ← beta·aBar + zBar·Wᵀ; with beta = 0 what aBar held is not read.
   *
   * @param wT as {@link #transpose} wrote it
   */
  void inputPullback(double[] wT, int at, Matrix zBar, double beta, Matrix aBar, Scratch scratch) {
    if (shared) {
      Blas.gemm(false, false, 1.0, zBar, Matrix.wrap(wT, at, units(), in, in), beta, aBar);
    } else if (out == 1) {
      int mark = scratch.mark();
      Blas.gemm(false, false, 1.0, zBar, blockDiagonal(wT, at, scratch), beta, aBar);
      scratch.release(mark);
    } else {
      for (int g = 0; g < groups; g++) {
        Matrix block = Matrix.wrap(wT, at + g * in * out, out, in, in);
        Blas.gemm(false, false, 1.0, view(zBar, g, out), block, beta, view(aBar, g, in));
      }
    }
  }

  /** G × (G·in): row g holds W_gᵀ in the columns of group g. */
  private Matrix blockDiagonal(double[] w, int at, Scratch scratch) {
    int width = groups * in;
    Matrix all = Matrix.wrap(scratch.takeZeroed(groups * width), groups, width);
    for (int g = 0; g < groups; g++) {
      System.arraycopy(w, at + g * in, all.data, all.at(g, g * in), in);
    }
    return all;
  }

  private static Matrix view(Matrix m, int g, int width) {
    return Matrix.wrap(m.data, m.at(0, g * width), m.rows, width, m.stride);
  }

  private Matrix weights(double[] w, int at, int g) {
    return Matrix.wrap(w, at + g * in * out, in, out, out);
  }
}
