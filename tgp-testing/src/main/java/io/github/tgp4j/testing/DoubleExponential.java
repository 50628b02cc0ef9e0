package io.github.tgp4j.testing;

import java.util.function.DoubleUnaryOperator;

/**
 * The tests' integrals: the trapezoidal rule after a double-exponential change of variable, which
 * takes heavy tails and singular ends in its stride. A kink must be an end.
 */
final class DoubleExponential {
  private static final double STEP = 1.0 / 64;

  private DoubleExponential() {}

  /** Over the line, split at {@code kink}. */
  static double line(DoubleUnaryOperator g, double kink) {
    return above(g, kink) + above(x -> g.applyAsDouble(2 * kink - x), kink);
  }

  /** Over (from, ∞): x = from + exp(π/2·sinh t). */
  static double above(DoubleUnaryOperator g, double from) {
    double sum = 0.0;
    for (double t = -5; t <= 5; t += STEP) {
      double width = Math.exp(Math.PI / 2 * Math.sinh(t));
      double value = g.applyAsDouble(from + width) * width * Math.cosh(t);
      sum += width < 1e150 && Double.isFinite(value) ? value : 0.0;
    }
    return sum * STEP * Math.PI / 2;
  }

  /** Over (from, to): x = from + (to − from)·sigmoid(π·sinh t). */
  static double between(DoubleUnaryOperator g, double from, double to) {
    double sum = 0.0;
    for (double t = -4; t <= 4; t += STEP) {
      double e = Math.exp(-Math.PI * Math.sinh(Math.abs(t)));
      double p = t < 0 ? e / (1 + e) : 1 / (1 + e);
      double x = from + (to - from) * p;
      if (x > from && x < to) {
        sum += g.applyAsDouble(x) * e / ((1 + e) * (1 + e)) * Math.cosh(t);
      }
    }
    return sum * STEP * Math.PI * (to - from);
  }
}
