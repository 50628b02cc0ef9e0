package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;

/**
 * A softplus that is moved and stretched, onto the positive half line; equation F12.
 *
 * <pre>
 *   θ = (b, c, d),  b, d &gt; 0,  x = (f − c)/d;  starts at (1, 0, 1)
 *   g(f)  = b·log(1 + e^x);  x below −300 counts as −300, so that g stays above 0
 *   g'(f) = (b/d)·sigmoid(x)
 * </pre>
 */
final class LogExpFlow extends LocationScaleFlow {
  public LogExpFlow() {
    super(false);
  }

  @Override
  public Interval range(Interval input) {
    return Interval.POSITIVE;
  }

  @Override
  void shape(double[] x, int from, int n) {
    for (int i = from; i < from + n; i++) {
      x[i] = Math.max(x[i], -Saturation.EXPONENT);
    }
    Elementary.softplus(x, from, x, from, n);
  }

  @Override
  void timesSlope(double[] x, double[] values, double scale, double[] bar, int n) {
    for (int i = 0; i < n; i++) {
      values[i] = -values[i];
    }
    Elementary.expm1(values, 0, values, 0, n); // sigmoid(x) = 1 − e^(−s)
    for (int i = 0; i < n; i++) {
      bar[i] *= -scale * values[i] * Saturation.inside(Math.min(x[i], 0.0));
    }
  }

  @Override
  double logSlope(double x) {
    return -Scalars.softplus(-x);
  }

  @Override
  double logSlopeDerivative(double x) {
    return Scalars.sigmoid(-x);
  }

  @Override
  double shapeInverse(double value) {
    return SoftplusFlow.softplusInverse(value);
  }

  @Override
  public String toString() {
    return "log-exp";
  }
}
