package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;

/** The weighted inner product s(x, z) = Σ_d w_d·x_d·z_d and its pullbacks; w = theta[at..at+D). */
final class WeightedProduct {
  private WeightedProduct() {}

  /** The weights w, all of which start at one value. */
  static Parameter weights(String name, int inputs, double start) {
    double[] values = new double[Math.max(inputs, 0)];
    Arrays.fill(values, start);
    return Parameter.of(name, Constraints.POSITIVE, values);
  }

  /** s_ij = s(x_i, z_j), exactly symmetric when x == z. */
  static void cross(double[] theta, int at, Matrix x, Matrix z, Matrix s, Scratch scratch) {
    int mark = scratch.mark();
    Matrix xw = Entrywise.take(x.rows, x.cols, scratch);
    for (int i = 0; i < x.rows; i++) {
      for (int j = 0; j < x.cols; j++) {
        xw.data[i * x.cols + j] = theta[at + j] * x.data[x.at(i, j)];
      }
    }
    Blas.gemm(false, true, 1.0, xw, z, 0.0, s);
    if (x == z) {
      Blas.symmetrise(s);
    }
    scratch.release(mark);
  }

  /** With G = S̄ᵀX and H = S̄Z: w̄_d = Σ_j G_jd·z_jd, z̄_jd = w_d·G_jd, x̄_id = w_d·H_id. */
  static void crossPullback(
      double[] theta,
      int at,
      Matrix x,
      Matrix z,
      Matrix sBar,
      double[] thetaBar,
      Matrix xBar,
      Matrix zBar,
      Scratch scratch) {
    int mark = scratch.mark();
    Matrix g = Entrywise.take(z.rows, z.cols, scratch);
    Blas.gemm(true, false, 1.0, sBar, x, 0.0, g);
    for (int i = 0; i < z.rows; i++) {
      for (int j = 0; j < z.cols; j++) {
        thetaBar[at + j] += g.data[i * z.cols + j] * z.data[z.at(i, j)];
      }
    }
    addWeighted(theta, at, g, zBar);
    if (xBar != null) {
      Matrix h = Entrywise.take(x.rows, x.cols, scratch);
      Blas.gemm(false, false, 1.0, sBar, z, 0.0, h);
      addWeighted(theta, at, h, xBar);
    }
    scratch.release(mark);
  }

  private static void addWeighted(double[] theta, int at, Matrix g, Matrix bar) {
    if (bar == null) {
      return;
    }
    for (int i = 0; i < g.rows; i++) {
      for (int j = 0; j < g.cols; j++) {
        bar.data[bar.at(i, j)] += theta[at + j] * g.data[i * g.cols + j];
      }
    }
  }

  /** s(x_i, x_i). */
  static double square(double[] theta, int at, Matrix x, int i) {
    double sum = 0.0;
    for (int j = 0; j < x.cols; j++) {
      double value = x.data[x.at(i, j)];
      sum += theta[at + j] * value * value;
    }
    return sum;
  }

  /** The pullback of {@link #square}; xBar may be null. */
  static void squarePullback(
      double[] theta, int at, Matrix x, int i, double bar, double[] thetaBar, Matrix xBar) {
    for (int j = 0; j < x.cols; j++) {
      double value = x.data[x.at(i, j)];
      thetaBar[at + j] += bar * value * value;
      if (xBar != null) {
        xBar.data[xBar.at(i, j)] += 2.0 * bar * theta[at + j] * value;
      }
    }
  }
}
