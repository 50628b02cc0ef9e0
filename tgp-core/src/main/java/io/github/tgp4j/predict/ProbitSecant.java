package io.github.tgp4j.predict;

import io.github.tgp4j.elementary.Scalars;
import java.util.function.DoubleUnaryOperator;

/**
 * The quantile of a continuous distribution by secants of Φ⁻¹(F(t)): of a Gaussian that is a
 * straight line, and of most distributions nearly one, so that a few values of F are enough.
 */
final class ProbitSecant {
  private static final int MOST_STEPS = 40;
  private static final double CLOSE = 1e-14; // of a probability, and of a place
  private static final double TAIL = 1e-10; // beyond it Φ⁻¹(F) loses digits

  private ProbitSecant() {}

  /**
   * The t with F(t) = p; NaN where it is not found in some steps, as at jumps of F and far out in
   * its tails.
   *
   * @param mean of the distribution, from where and
   * @param deviation by which it looks
   */
  static double find(DoubleUnaryOperator cdf, double p, double mean, double deviation) {
    if (!(p > TAIL && p < 1 - TAIL && deviation > 0 && Double.isFinite(mean + deviation))) {
      return Double.NaN;
    }
    double z = Scalars.normalQuantile(p);
    double low = Double.NEGATIVE_INFINITY; // F(low) < p < F(high)
    double high = Double.POSITIVE_INFINITY;
    double slope = deviation; // of t by Φ⁻¹(F(t))
    double t = mean + deviation * z;
    double before = Double.NaN;
    double scoreBefore = Double.NaN;
    for (int i = 0; i < MOST_STEPS; i++) {
      double reached = cdf.applyAsDouble(t);
      if (Math.abs(reached - p) <= CLOSE * Math.min(p, 1 - p)) {
        return t;
      }
      if (reached < p) {
        low = t;
      } else {
        high = t;
      }
      double score = Scalars.normalQuantile(Math.min(1 - TAIL, Math.max(TAIL, reached)));
      double secant = (t - before) / (score - scoreBefore);
      slope = secant > 0 && secant < Double.POSITIVE_INFINITY ? secant : slope;
      double next = t + slope * (z - score);
      before = t;
      scoreBefore = score;
      if (!Double.isFinite(next)) {
        return Double.NaN;
      }
      if (!(next > low && next < high)) {
        if (Double.isInfinite(high - low)) { // F(t) is p but for rounding
          return t;
        }
        next = 0.5 * low + 0.5 * high;
      }
      if (!(Math.abs(next - t) > CLOSE * (Math.abs(t) + deviation))) {
        return next;
      }
      t = next;
    }
    return Double.NaN;
  }
}
