package io.github.tgp4j.metrics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Erf;

/**
 * Continuous ranked probability score of a predictive distribution F at the target y, in the units
 * of y, smaller is better; equations M4 to M7 in docs/equations.md.
 *
 * <pre>
 *   crps(F, y) = ∫ (F(t) − 1{t ≥ y})² dt = E|T − y| − ½ E|T − T′|,   T, T′ ~ F
 * </pre>
 *
 * <p>A point prediction's score is its absolute error, so the mean score compares with {@link
 * PointErrors#mae}.
 */
public final class Crps {
  private static final double SQRT_2 = Math.sqrt(2.0);
  private static final double INVERSE_SQRT_PI = 1.0 / Math.sqrt(Math.PI);
  private static final double SQRT_2_OVER_PI = Math.sqrt(2.0 / Math.PI);
  private static final int PANELS = 32;
  private static final int DEEPEST = 40;
  private static final double ACCURACY = 1e-11;

  private Crps() {}

  /** N(mean, sd²): sd·(z·erf(z/√2) + 2φ(z) − 1/√π) with z = (y − mean)/sd. */
  public static double ofGaussian(double y, double mean, double sd) {
    Require.finite("target", 0, y);
    Require.finite("mean", 0, mean);
    if (!(sd > 0 && sd < Double.POSITIVE_INFINITY)) {
      throw Require.bad("standard deviation", 0, "a positive finite number", sd);
    }
    double z = (y - mean) / sd;
    return sd
        * (z * Erf.value(z / SQRT_2) + SQRT_2_OVER_PI * Math.exp(-0.5 * z * z) - INVERSE_SQRT_PI);
  }

  /**
   * The fair score of n ≥ 2 independent draws from F, an unbiased estimate of F's own score.
   *
   * <pre>
   *   1/n Σ |t_i − y| − 1/(n(n−1)) Σ_{i&lt;j} |t_i − t_j|
   * </pre>
   */
  public static double ofSamples(double y, double[] samples) {
    if (samples.length < 2) {
      throw new IllegalArgumentException(
          "samples: expected at least 2 but got " + samples.length + "; draw more");
    }
    return spreadScore(y, samples, (double) samples.length * (samples.length - 1));
  }

  /**
   * The exact score of the distribution that puts 1/n on each of n values. For F's quantiles at the
   * levels (i − ½)/n, i = 1..n, it tends to F's own score; unbounded tails, which the quantiles cut
   * off, make the error about 1/(10n) standard deviations.
   *
   * <pre>
   *   1/n Σ |q_i − y| − 1/n² Σ_{i&lt;j} |q_i − q_j|
   * </pre>
   */
  public static double ofQuantiles(double y, double[] quantiles) {
    return spreadScore(y, quantiles, (double) quantiles.length * quantiles.length);
  }

  /**
   * The score of a predictive CDF by adaptive Simpson integration on both sides of y.
   *
   * @param cdf F, non-decreasing
   * @param lower where F is as good as 0
   * @param upper where F is as good as 1; y may lie outside [lower, upper]
   */
  public static double ofCdf(double y, DoubleUnaryOperator cdf, double lower, double upper) {
    Require.finite("target", 0, y);
    if (!(lower < upper) || !Double.isFinite(lower) || !Double.isFinite(upper)) {
      throw new IllegalArgumentException(
          "range of the CDF: expected finite lower < upper but got " + lower + " and " + upper);
    }
    double cut = Math.min(Math.max(y, lower), upper);
    double below = integral(t -> square(probability(cdf, t)), lower, cut);
    double above = integral(t -> square(1.0 - probability(cdf, t)), cut, upper);
    return below + above + Math.abs(y - cut); // beyond the range the integrand is 1 up to y
  }

  /** The mean of {@link #ofGaussian} over rows. */
  public static double meanOfGaussian(double[] y, double[] mean, double[] sd) {
    Require.pairs("means", mean, "targets", y);
    Require.pairs("standard deviations", sd, "targets", y);
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      sum += ofGaussian(y[i], mean[i], sd[i]);
    }
    return sum / y.length;
  }

  /** The mean of {@link #ofSamples} over rows; samples[i] are draws for y[i]. */
  public static double meanOfSamples(double[] y, double[][] samples) {
    Require.finite("targets", y);
    Require.sameLength("rows of samples", samples.length, "targets", y.length);
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      sum += ofSamples(y[i], samples[i]);
    }
    return sum / y.length;
  }

  /** 1/n Σ |t_i − y| − 1/pairs Σ_{i&lt;j} |t_i − t_j|; sorted, the double sum is one pass. */
  private static double spreadScore(double y, double[] values, double pairs) {
    Require.finite("target", 0, y);
    Require.finite("samples", values);
    int n = values.length;
    double[] t = values.clone();
    Arrays.sort(t);
    double error = 0.0;
    double spread = 0.0;
    for (int i = 0; i < n; i++) {
      double d = t[i] - y; // relative to y, so that a large offset does not cancel
      error += Math.abs(d);
      spread += (2.0 * i - n + 1) * d;
    }
    return error / n - spread / pairs;
  }

  private static double integral(DoubleUnaryOperator h, double from, double to) {
    if (!(from < to)) {
      return 0.0;
    }
    double width = (to - from) / PANELS;
    double sum = 0.0;
    double left = h.applyAsDouble(from);
    for (int i = 0; i < PANELS; i++) {
      double a = from + i * width;
      double b = i + 1 == PANELS ? to : a + width;
      double right = h.applyAsDouble(b);
      sum += panel(h, a, left, b, right, ACCURACY * (to - from) / PANELS, DEEPEST);
      left = right;
    }
    return sum;
  }

  /**
   * Simpson's rule on [a, b], halved until two levels agree. The integrand is monotone, so equal
   * ends mean a constant: a narrow step cannot hide between the nodes.
   */
  private static double panel(
      DoubleUnaryOperator h,
      double a,
      double left,
      double b,
      double right,
      double accuracy,
      int depth) {
    double width = b - a;
    if (Math.abs(right - left) * width <= accuracy) {
      return 0.5 * (left + right) * width;
    }
    double c = 0.5 * (a + b);
    double middle = h.applyAsDouble(c);
    double coarse = width / 6.0 * (left + 4.0 * middle + right);
    double fine =
        width
            / 12.0
            * (left
                + 4.0 * h.applyAsDouble(0.5 * (a + c))
                + 2.0 * middle
                + 4.0 * h.applyAsDouble(0.5 * (c + b))
                + right);
    if (depth == 0 || Math.abs(fine - coarse) <= 15.0 * accuracy) {
      return fine + (fine - coarse) / 15.0;
    }
    return panel(h, a, left, c, middle, 0.5 * accuracy, depth - 1)
        + panel(h, c, middle, b, right, 0.5 * accuracy, depth - 1);
  }

  private static double probability(DoubleUnaryOperator cdf, double t) {
    double p = cdf.applyAsDouble(t);
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException(
          "CDF at " + t + ": expected a probability in [0, 1] but got " + p);
    }
    return p;
  }

  private static double square(double x) {
    return x * x;
  }
}
