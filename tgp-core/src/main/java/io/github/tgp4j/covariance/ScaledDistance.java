package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;

/**
 * Scaled squared distances between the rows of x and z, as one matrix product; equation K1 in
 * docs/equations.md.
 *
 * <pre>
 *   u_i = (x_i − c)/ℓ,  w_j = (z_j − c)/ℓ,  c = mean of the rows of z
 *   t_ij = −½|u_i − w_j|² = u_i·w_j − ½|u_i|² − ½|w_j|²
 *        = [u_i, −½|u_i|², 1] · [w_j, 1, −½|w_j|²]
 * </pre>
 *
 * <p>The shift c leaves t unchanged and keeps the three terms small, so that little cancels. The
 * constant entries make the pullback's products carry the row and column sums along.
 */
final class ScaledDistance {
  private final Matrix x;
  private final Matrix z;
  private final double[] inverse; // 1/ℓ
  private final int d;
  private final Matrix a;
  private final Matrix b;

  /** Reads ℓ from lengthscales[from..from+D); its matrices live in {@code scratch}. */
  ScaledDistance(Matrix x, Matrix z, double[] lengthscales, int from, Scratch scratch) {
    this(x, z, lengthscales, from, 0.0, scratch);
  }

  /** As above, with {@code offset} added to every t_ij. */
  ScaledDistance(
      Matrix x, Matrix z, double[] lengthscales, int from, double offset, Scratch scratch) {
    this.x = x;
    this.z = z;
    this.d = z.cols;
    this.inverse = scratch.take(d);
    for (int k = 0; k < d; k++) {
      inverse[k] = 1.0 / lengthscales[from + k];
    }
    this.a = Entrywise.take(x.rows, d + 2, scratch);
    this.b = Entrywise.take(d + 2, z.rows, scratch);
    double[] shift = scratch.takeZeroed(d);
    for (int j = 0; j < z.rows; j++) {
      for (int k = 0; k < d; k++) {
        shift[k] += z.data[z.at(j, k)] / z.rows;
      }
    }
    fillA(shift, offset);
    fillB(shift);
  }

  private void fillA(double[] shift, double offset) {
    int width = d + 2;
    for (int i = 0; i < x.rows; i++) {
      double square = 0.0;
      for (int k = 0; k < d; k++) {
        double u = (x.data[x.at(i, k)] - shift[k]) * inverse[k];
        a.data[i * width + k] = u;
        square += u * u;
      }
      a.data[i * width + d] = offset - 0.5 * square;
      a.data[i * width + d + 1] = 1.0;
    }
  }

  private void fillB(double[] shift) {
    int m = z.rows;
    for (int j = 0; j < m; j++) {
      double square = 0.0;
      for (int k = 0; k < d; k++) {
        double w = (z.data[z.at(j, k)] - shift[k]) * inverse[k];
        b.data[k * m + j] = w;
        square += w * w;
      }
      b.data[d * m + j] = 1.0;
      b.data[(d + 1) * m + j] = -0.5 * square;
    }
  }

  /** t_ij, zero on the diagonal when x == z; rounding may leave it slightly above zero. */
  void minusHalfSquare(Matrix t) {
    product(t);
    if (x == z) {
      for (int i = 0; i < t.rows; i++) {
        t.data[t.at(i, i)] = 0.0;
      }
    }
  }

  /** t_ij plus the offset, its diagonal as it comes. */
  void product(Matrix t) {
    Blas.gemm(false, false, 1.0, a, b, 0.0, t);
  }

  /**
   * The pullback of {@link #minusHalfSquare}, with row sums r and column sums s of T̄:
   *
   * <pre>
   *   w̄_j = Σ_i t̄_ij (u_i − w_j) = (T̄ᵀu)_j − s_j·w_j,   z̄_j = w̄_j/ℓ
   *   ū_i = Σ_j t̄_ij (w_j − u_i) = (T̄w)_i − r_i·u_i,    x̄_i = ū_i/ℓ
   *   ℓ̄_d = Σ_ij t̄_ij (u_id − w_jd)²/ℓ_d
   *       = [Σ_i r_i·u_id² + Σ_j s_j·w_jd² − 2 Σ_j (T̄ᵀu)_jd·w_jd]/ℓ_d
   * </pre>
   *
   * @return Σ_ij t̄_ij
   */
  double pullback(
      Matrix tBar,
      double[] lengthscalesBar,
      int barFrom,
      Matrix xBar,
      Matrix zBar,
      Scratch scratch) {
    int mark = scratch.mark();
    int m = z.rows;
    Matrix g = Entrywise.take(d + 2, m, scratch);
    Blas.gemm(true, false, 1.0, a, tBar, 0.0, g);
    double[] rowSums = xBar == null ? rowSums(tBar, scratch) : pullToX(tBar, xBar, scratch);
    int columnSums = (d + 1) * m;
    for (int k = 0; k < d; k++) {
      double square = 0.0;
      for (int i = 0; i < x.rows; i++) {
        double u = a.data[i * (d + 2) + k];
        square += rowSums[i] * u * u;
      }
      for (int j = 0; j < m; j++) {
        double w = b.data[k * m + j];
        square += w * (g.data[columnSums + j] * w - 2.0 * g.data[k * m + j]);
      }
      lengthscalesBar[barFrom + k] += square * inverse[k];
    }
    if (zBar != null) {
      pullToZ(g, zBar);
    }
    double total = 0.0;
    for (int j = 0; j < m; j++) {
      total += g.data[columnSums + j];
    }
    scratch.release(mark);
    return total;
  }

  private double[] rowSums(Matrix tBar, Scratch scratch) {
    double[] sums = scratch.take(x.rows);
    Blas.gemv(false, 1.0, tBar, b.data, d * z.rows, 0.0, sums, 0);
    return sums;
  }

  private double[] pullToX(Matrix tBar, Matrix xBar, Scratch scratch) {
    double[] sums = scratch.take(x.rows);
    int width = d + 2;
    Matrix h = Entrywise.take(x.rows, width, scratch);
    Blas.gemm(false, true, 1.0, tBar, b, 0.0, h);
    for (int i = 0; i < x.rows; i++) {
      sums[i] = h.data[i * width + d];
      for (int k = 0; k < d; k++) {
        double uBar = h.data[i * width + k] - sums[i] * a.data[i * width + k];
        xBar.data[xBar.at(i, k)] += uBar * inverse[k];
      }
    }
    return sums;
  }

  private void pullToZ(Matrix g, Matrix zBar) {
    int m = z.rows;
    for (int j = 0; j < m; j++) {
      double sum = g.data[(d + 1) * m + j];
      for (int k = 0; k < d; k++) {
        double wBar = g.data[k * m + j] - sum * b.data[k * m + j];
        zBar.data[zBar.at(j, k)] += wBar * inverse[k];
      }
    }
  }
}
