package io.github.tgp4j.mixture;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Interval;

/**
 * The smallest t with F(t) ≥ p of a mixture's distribution function, on the standardised scale;
 * equation R3 in docs/equations.md.
 *
 * <p>Newton's method from where a Gaussian of the same mean and variance has its quantile, inside a
 * bracket with F(low) &lt; p ≤ F(high). A step that would leave the bracket, or after which F did
 * not come closer to p by half, is replaced: by one that doubles while an end is still open, else
 * by the middle of the bracket on a scale that is logarithmic far out: of asinh t on the whole
 * line, of the logarithm of the distance from the end of a support that has one. So every quantile
 * that a double can hold is reached in some dozens of steps, however heavy the tails. After a few
 * such steps it looks at the doubles next to the ends of the support: a quantile beyond them, such
 * as that of proportions next to 0, needs no further search.
 *
 * <p>A step is the last one when F(t) was within 1e-6 of p, relative to min(p, 1 − p): what
 * Newton's method leaves then is the square of that.
 */
final class QuantileSearch {
  private static final int MOST_ITERATIONS = 400;
  private static final int MOST_DOUBLINGS = 8;
  private static final int LOOK_AT_ENDS = 4; // after so many steps that failed
  private static final double CLOSE = 1e-6;
  private static final double ROUNDING = 1e-15;
  private static final double MOST = Double.MAX_VALUE;
  private static final double WIDEST_REACH = 1e100;

  private final Mixture mixture;
  private double low; // F(low) < p
  private double high; // F(high) ≥ p

  QuantileSearch(Mixture mixture) {
    this.mixture = mixture;
  }

  /** Of a distribution with a density. */
  double continuous(double p) {
    Interval support = mixture.likelihood().support();
    low = Math.max(support.lower(), -MOST);
    high = Math.min(support.upper(), MOST);
    double reach = Math.sqrt(mixture.standardisedVariance());
    if (!(reach > 0 && reach < WIDEST_REACH)) {
      reach = 1.0;
    }
    double close = Math.max(CLOSE * Math.min(p, 1.0 - p), ROUNDING);
    double t = start(p, reach);
    double lastMiss = Double.POSITIVE_INFINITY;
    int failed = 0;
    int doublings = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
      double excess = narrow(t, p);
      if (excess == 0) {
        return t;
      }
      boolean quick = Math.abs(excess) <= 0.5 * lastMiss;
      lastMiss = Math.abs(excess);
      double next = t - excess / mixture.slope(t);
      boolean open = low == -MOST || high == MOST;
      // Where the density is next to nothing Newton's step leads next to infinity.
      boolean within = isInside(next) && !(open && Math.abs(next - t) > reach);
      if (within && lastMiss <= close) {
        return next;
      }
      if (!(within && quick)) {
        next = Double.NaN;
        if (++failed == LOOK_AT_ENDS) {
          lookAtEnds(support, p);
        }
        if (open && doublings++ < MOST_DOUBLINGS) {
          next = excess < 0 ? t + reach : t - reach;
          reach *= 2;
        }
        next = isInside(next) ? next : middle(support);
      }
      if (!isInside(next)) { // two neighbours among the doubles
        return end(p);
      }
      t = next;
    }
    throw notFound(p, t);
  }

  private boolean isInside(double t) {
    return t > low && t < high;
  }

  /** Moves an end of the bracket to t; F(t) − p. */
  private double narrow(double t, double p) {
    double excess = mixture.cdfStandardised(t) - p;
    if (Double.isNaN(excess)) {
      throw notFound(p, t);
    }
    if (excess < 0) {
      low = t;
    } else {
      high = t;
    }
    return excess;
  }

  /** Moves the ends that are still those of the support to the doubles next to them. */
  private void lookAtEnds(Interval support, double p) {
    if (low == support.lower()) {
      narrow(Math.nextUp(low), p);
    }
    if (high == support.upper() && isInside(Math.nextDown(high))) {
      narrow(Math.nextDown(high), p);
    }
  }

  /** The upper end of a closed bracket; infinity when no double is large enough. */
  private double end(double p) {
    if (low == -MOST && high < 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return high == MOST && mixture.cdfStandardised(MOST) < p ? Double.POSITIVE_INFINITY : high;
  }

  private double middle(Interval support) {
    double lower = support.lower();
    double upper = support.upper();
    double middle =
        Double.isFinite(lower)
            ? lower + geometric(low - lower, high - lower, Math.ulp(lower))
            : Double.isFinite(upper)
                ? upper - geometric(upper - high, upper - low, Math.ulp(upper))
                : Math.sinh(0.5 * (Scalars.asinh(low) + Scalars.asinh(high)));
    // Close together, both ends round to the same value on such a scale before they are neighbours
    return isInside(middle) ? middle : 0.5 * low + 0.5 * high;
  }

  /**
   * The middle of two distances from an end, by their logarithms.
   *
   * @param least that makes a difference when it is added to the end
   */
  private static double geometric(double from, double to, double least) {
    double start = Math.max(from, Math.max(least, Double.MIN_NORMAL));
    double middle = Math.sqrt(start) * Math.sqrt(to);
    return middle > from && middle < to ? middle : 0.5 * from + 0.5 * to;
  }

  /** Inside the support, near where the quantile should be. */
  private double start(double p, double reach) {
    double middle = mixture.middle();
    double guess = middle + reach * Scalars.normalQuantile(p);
    if (isInside(guess)) {
      return guess;
    }
    if (isInside(middle)) {
      return guess <= low ? 0.5 * low + 0.5 * middle : 0.5 * middle + 0.5 * high;
    }
    if (low > -MOST && high < MOST) {
      return 0.5 * low + 0.5 * high;
    }
    return low > -MOST ? low + 1.0 : high < MOST ? high - 1.0 : 0.0;
  }

  /** Of a distribution on whole numbers: doubling, then bisection. */
  double discrete(double p) {
    Interval support = mixture.likelihood().support();
    low = support.lower() - 1; // P(Y ≤ low) = 0
    double most = Math.min(support.upper(), MOST);
    double step = 1.0;
    high = Math.min(low + step, most);
    while (below(high, p)) {
      if (high == most) {
        return support.upper(); // infinity where no double is large enough
      }
      low = high;
      step *= 2;
      high = Math.min(low + step, most);
    }
    while (high - low > 1) {
      double middle = Math.floor(0.5 * low + 0.5 * high);
      if (!isInside(middle)) { // beyond 2⁵³ not every whole number is a double
        break;
      }
      if (below(middle, p)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private boolean below(double t, double p) {
    double probability = mixture.cdfStandardised(t);
    if (Double.isNaN(probability)) {
      throw notFound(p, t);
    }
    return probability < p;
  }

  private static IllegalStateException notFound(double p, double t) {
    return new IllegalStateException(
        "quantile "
            + p
            + ": the search ended at "
            + t
            + " on the standardised scale without an answer; the row lies too far from the"
            + " training rows for its distribution to be computed");
  }
}
