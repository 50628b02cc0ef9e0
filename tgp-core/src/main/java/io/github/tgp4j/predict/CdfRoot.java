package io.github.tgp4j.predict;

import io.github.tgp4j.elementary.Scalars;
import java.util.function.DoubleUnaryOperator;

/** Where a continuous distribution function reaches a probability, between two known places. */
final class CdfRoot {
  private static final int MOST_STEPS = 400;
  private static final double CLOSE = 4e-16; // relative
  private static final double ROUNDING = 1e-15; // of a probability
  private static final double FAR = 1e3; // ratio of the ends of a bracket

  private CdfRoot() {}

  /** False position with halved ends (Illinois), and halving where that is slow. */
  static double find(DoubleUnaryOperator cdf, double p, double least, double greatest) {
    double low = least;
    double high = greatest;
    double below = cdf.applyAsDouble(low) - p;
    double above = cdf.applyAsDouble(high) - p;
    if (!(above > 0)) { // rounding: p is reached there
      return high;
    }
    for (int i = 0; i < MOST_STEPS; i++) {
      double width = high - low;
      if (!(width > CLOSE * Math.max(Math.abs(low), Math.abs(high)))) {
        break;
      }
      double guess = low - below * (width / (above - below));
      double t = i % 3 == 2 || !(guess > low && guess < high) ? middle(low, high) : guess;
      if (!(t > low && t < high)) {
        break;
      }
      double excess = cdf.applyAsDouble(t) - p;
      if (Math.abs(excess) <= ROUNDING) {
        return t;
      }
      if (excess > 0) {
        high = t;
        above = excess;
        below *= 0.5;
      } else {
        low = t;
        below = excess;
        above *= 0.5;
      }
    }
    return high;
  }

  /** The middle, on a logarithmic scale where the ends are of different size. */
  private static double middle(double low, double high) {
    double a = Math.abs(low);
    double b = Math.abs(high);
    boolean far = Math.max(a, b) > FAR * Math.max(1.0, Math.min(a, b));
    return far
        ? Math.sinh(0.5 * (Scalars.asinh(low) + Scalars.asinh(high)))
        : 0.5 * low + 0.5 * high;
  }
}
