package io.github.tgp4j.likelihood;

import io.github.tgp4j.elementary.Scalars;
import java.util.Locale;

/**
 * A distribution function F that takes the line to (0, 1): probit F = Φ, logit F = sigmoid. Both
 * are symmetric: F(−x) = 1 − F(x).
 */
public enum CumulativeLink {
  PROBIT,
  LOGIT;

  /** Cut points that rounding has made equal keep a finite log probability. */
  private static final double LEAST_GAP = 1e-100;

  private static final double FAR_TAIL = -5.0;

  double cdf(double x) {
    return this == PROBIT ? Scalars.normalCdf(x) : Scalars.sigmoid(x);
  }

  /** F′(x). */
  double density(double x) {
    return this == PROBIT ? Scalars.normalPdf(x) : Scalars.sigmoid(x) * Scalars.sigmoid(-x);
  }

  double quantile(double p) {
    return this == PROBIT ? Scalars.normalQuantile(p) : Math.log(p) - Math.log1p(-p);
  }

  /**
   * log(F(b) − F(a)) for a &lt; b, either of them perhaps infinite; slopes receives its derivatives
   * in a and b. Equation L11 in docs/equations.md:
   *
   * <pre>
   *   logit   F(b) − F(a) = F(b)·F(−a)·(1 − e^{a−b})
   *   probit  F(b) − F(a) = F(b)·(1 − e^{−δ}),  δ = log F(b) − log F(a),
   *           after (a, b) ↦ (−b, −a) when a + b &gt; 0
   * </pre>
   */
  double logDifference(double a, double b, double[] slopes) {
    if (this == LOGIT) {
      double gap = Math.max(b - a, LEAST_GAP);
      double common = 1.0 / Math.expm1(gap);
      slopes[0] = -Scalars.sigmoid(a) - common;
      slopes[1] = Scalars.sigmoid(-b) + common;
      return Math.log(-Math.expm1(-gap)) - Scalars.softplus(-b) - Scalars.softplus(a);
    }
    if (a + b > 0) {
      double value = logNormalDifference(-b, -a, slopes);
      double lower = slopes[0];
      slopes[0] = -slopes[1];
      slopes[1] = -lower;
      return value;
    }
    return logNormalDifference(a, b, slopes);
  }

  private static double logNormalDifference(double a, double b, double[] slopes) {
    double logUpper = Scalars.normalLogCdf(b);
    double upperRatio = Scalars.inverseMillsRatio(b);
    slopes[0] = 0.0;
    slopes[1] = upperRatio;
    if (a == Double.NEGATIVE_INFINITY) {
      return logUpper;
    }
    double lowerRatio = Scalars.inverseMillsRatio(a);
    // log Φ(x) = log φ(x) − log ratio(x); far out the difference of the squares cancels otherwise
    double delta =
        b < FAR_TAIL
            ? 0.5 * (a - b) * (a + b) + Math.log(lowerRatio / upperRatio)
            : logUpper - Scalars.normalLogCdf(a);
    delta = Math.max(delta, LEAST_GAP);
    double share = -Math.expm1(-delta);
    slopes[0] = -lowerRatio / Math.expm1(delta);
    slopes[1] = upperRatio / share;
    return logUpper + Math.log(share);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
