package io.github.tgp4j.flow;

import java.util.Arrays;

/**
 * How unlikely data are as the image of a standard normal: with x_i = g⁻¹(y_i; θ),
 *
 * <pre>
 *   −(1/N)·Σ [log φ(x_i) + log (g⁻¹)'(y_i)] = (1/N)·Σ [½x_i² + ½log 2π + log g'(x_i)]
 * </pre>
 *
 * <p>The gradient is that of the implicit function: ∂x/∂θ = −(∂g/∂θ)/g'(x).
 */
final class NormalisingLoss implements FlowInitialiser.Loss {
  private static final double HALF_LOG_2PI = 0.9189385332046728;

  private final Flow flow;
  private final double[] y;
  private final double[] x;
  private final double[] log;
  private final double[] shares;
  private final double[] bar;
  private final double[] g;
  private final double[] tape;

  NormalisingLoss(Flow flow, double[] y) {
    int n = y.length;
    this.flow = flow;
    this.y = y;
    this.x = new double[n];
    this.log = new double[n];
    this.shares = new double[n];
    this.bar = new double[n];
    this.g = new double[n];
    this.tape = new double[flow.tapeWidth() * n];
    Arrays.fill(shares, 1.0 / n);
  }

  @Override
  public double of(double[] theta, double[] thetaBar) {
    int n = y.length;
    flow.inverse(theta, 0, y, 0, x, 0, n);
    for (double value : x) {
      if (!Double.isFinite(value)) {
        return Double.POSITIVE_INFINITY; // the flow does not reach all data with this θ
      }
    }
    flow.forward(theta, 0, x, 0, g, 0, n, tape, 0);
    for (int i = 0; i < n; i++) {
      if (!Unwarping.reaches(g[i], y[i])) {
        return Double.POSITIVE_INFINITY; // too steep or flat for floating point: log g' is noise
      }
    }
    flow.logDerivative(theta, 0, x, 0, log, 0, n);
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += 0.5 * x[i] * x[i] + log[i];
      bar[i] = x[i] / n;
    }
    flow.logDerivativePullback(theta, 0, x, 0, shares, 0, bar, 0, n, thetaBar);
    for (int i = 0; i < n; i++) {
      bar[i] *= -Math.exp(-log[i]);
    }
    flow.pullback(theta, 0, x, 0, g, 0, bar, 0, n, tape, 0, thetaBar);
    double loss = sum / n + HALF_LOG_2PI;
    return Double.isNaN(loss) ? Double.POSITIVE_INFINITY : loss;
  }
}
