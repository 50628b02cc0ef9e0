package io.github.tgp4j.likelihood;

import io.github.tgp4j.compute.Scratch;
import java.util.Arrays;

/**
 * A likelihood whose value and pullback are one routine over a block of rows × nodes: the pullback
 * of a single target is a block of one row whose weights are the adjoints.
 */
abstract class BlockLikelihood implements Likelihood {
  /**
   * Σ_n Σ_s w_s log p(y_n | f_ns) for row-major rows × nodes values per latent; <b>writes</b> fBar
   * = w_s·∂ log p/∂f where f lies and adds to thetaBar.
   *
   * <p>Loops over nodes run over rows copied to the front of scratch arrays: the compiler turns a
   * loop into vector instructions only if all its arrays are indexed alike.
   *
   * @param fFrom where latent 0's block starts; latent c's is c·fStride further
   */
  abstract double block(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      int rows,
      double[] f,
      int fFrom,
      int fStride,
      int nodes,
      double[] w,
      double[] fBar,
      double[] thetaBar,
      Scratch scratch);

  @Override
  public final void logDensityPullback(
      double[] theta,
      int at,
      double y,
      double[] f,
      int fFrom,
      int fStride,
      int n,
      double[] outBar,
      int outBarFrom,
      double[] fBar,
      double[] thetaBar) {
    double[] target = {y};
    double[] w = Arrays.copyOfRange(outBar, outBarFrom, outBarFrom + n);
    block(theta, at, target, 0, 1, f, fFrom, fStride, n, w, fBar, thetaBar, new Scratch());
  }

  @Override
  public final double expectation(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      int rows,
      double[] f,
      int nodes,
      double[] weights,
      double scale,
      double[] fBar,
      double[] thetaBar,
      Scratch scratch) {
    int mark = scratch.mark();
    double[] w = scratch.take(nodes);
    for (int s = 0; s < nodes; s++) {
      w[s] = scale * weights[s];
    }
    double sum =
        block(theta, at, y, yFrom, rows, f, 0, rows * nodes, nodes, w, fBar, thetaBar, scratch);
    scratch.release(mark);
    return sum;
  }

  /** Σ_s a_s in four chains of additions, so that none waits for the one before. */
  static double sum(double[] a, int n) {
    double sum0 = 0.0;
    double sum1 = 0.0;
    double sum2 = 0.0;
    double sum3 = 0.0;
    int s = 0;
    for (; s + 3 < n; s += 4) {
      sum0 += a[s];
      sum1 += a[s + 1];
      sum2 += a[s + 2];
      sum3 += a[s + 3];
    }
    for (; s < n; s++) {
      sum0 += a[s];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /** Σ_s a_s·b_s in four chains of additions. */
  static double dot(double[] a, double[] b, int n) {
    double sum0 = 0.0;
    double sum1 = 0.0;
    double sum2 = 0.0;
    double sum3 = 0.0;
    int s = 0;
    for (; s + 3 < n; s += 4) {
      sum0 += a[s] * b[s];
      sum1 += a[s + 1] * b[s + 1];
      sum2 += a[s + 2] * b[s + 2];
      sum3 += a[s + 3] * b[s + 3];
    }
    for (; s < n; s++) {
      sum0 += a[s] * b[s];
    }
    return (sum0 + sum1) + (sum2 + sum3);
  }

  /** Likelihoods hold settings only, all of which their text shows, and it begins with the type. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof BlockLikelihood && toString().equals(other.toString());
  }

  @Override
  public final int hashCode() {
    return toString().hashCode();
  }

  @Override
  public abstract String toString();
}
