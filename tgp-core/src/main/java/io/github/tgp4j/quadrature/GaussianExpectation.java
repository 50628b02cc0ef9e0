package io.github.tgp4j.quadrature;

import java.util.function.DoubleUnaryOperator;

/**
 * E[h(f)] for f ~ N(m, v) by a rule for the standard normal, and its pullback; equation Q4 in
 * docs/equations.md.
 *
 * <pre>
 *   value = Σ_s w_s h(m + √v z_s),  m̄ = Σ_s w_s h′_s,  v̄ = Σ_s w_s h′_s z_s/(2√v)
 * </pre>
 *
 * <p>v below 1e-14 counts as 1e-14: there v̄ = h″/2 is a quotient of two vanishing numbers.
 */
public final class GaussianExpectation {
  private static final double LEAST_VARIANCE = 1e-14;

  private final Nodes nodes;
  private final double[][] z;

  public GaussianExpectation(Nodes nodes) {
    this.nodes = nodes;
    this.z = new double[nodes.dimension()][];
    for (int c = 0; c < z.length; c++) {
      z[c] = nodes.copyNodes(c);
    }
  }

  /** The expectation of a function of one Gaussian; the first coordinate of the nodes is used. */
  public double value(DoubleUnaryOperator h, double mean, double variance) {
    double deviation = deviation(variance);
    double sum = 0.0;
    for (int s = 0; s < nodes.count(); s++) {
      sum += nodes.weight(s) * h.applyAsDouble(mean + deviation * z[0][s]);
    }
    return sum;
  }

  /** m̄ for {@link #value}, given h′. */
  public double meanBar(DoubleUnaryOperator slope, double mean, double variance) {
    return value(slope, mean, variance);
  }

  /** v̄ for {@link #value}, given h′. */
  public double varianceBar(DoubleUnaryOperator slope, double mean, double variance) {
    double deviation = deviation(variance);
    double sum = 0.0;
    for (int s = 0; s < nodes.count(); s++) {
      sum += nodes.weight(s) * z[0][s] * slope.applyAsDouble(mean + deviation * z[0][s]);
    }
    return sum / (2.0 * deviation);
  }

  /**
   * f[(c·rows + r)·S + s] = mean_rc + √variance_rc·z_sc: the latent values at the nodes, C blocks
   * of rows × S.
   *
   * @param mean the means of latent c start at c·rows; so do the variances
   */
  public void place(double[] mean, double[] variance, int rows, double[] f) {
    int count = nodes.count();
    for (int c = 0; c < z.length; c++) {
      double[] zc = z[c];
      for (int r = c * rows; r < (c + 1) * rows; r++) {
        double m = mean[r];
        double deviation = deviation(variance[r]);
        int from = r * count;
        // Copied first: a loop over one array with one index becomes vector instructions.
        System.arraycopy(zc, 0, f, from, count);
        for (int i = from; i < from + count; i++) {
          f[i] = m + deviation * f[i];
        }
      }
    }
  }

  /**
   * The pullback of {@link #place}: <b>writes</b> meanBar = Σ_s f̄_s and varianceBar = Σ_s f̄_s
   * z_s/(2√v), for f̄ that holds the weights already.
   */
  public void pullback(
      double[] variance, int rows, double[] fBar, double[] meanBar, double[] varianceBar) {
    int count = nodes.count();
    for (int c = 0; c < z.length; c++) {
      double[] zc = z[c];
      for (int r = c * rows; r < (c + 1) * rows; r++) {
        int from = r * count;
        double sum0 = 0.0; // two chains of additions, so that neither waits for the other
        double sum1 = 0.0;
        double moment0 = 0.0;
        double moment1 = 0.0;
        int s = 0;
        for (; s + 1 < count; s += 2) {
          double a = fBar[from + s];
          double b = fBar[from + s + 1];
          sum0 += a;
          sum1 += b;
          moment0 += a * zc[s];
          moment1 += b * zc[s + 1];
        }
        if (s < count) {
          sum0 += fBar[from + s];
          moment0 += fBar[from + s] * zc[s];
        }
        meanBar[r] = sum0 + sum1;
        varianceBar[r] = (moment0 + moment1) / (2.0 * deviation(variance[r]));
      }
    }
  }

  private static double deviation(double variance) {
    return Math.sqrt(Math.max(variance, LEAST_VARIANCE));
  }
}
