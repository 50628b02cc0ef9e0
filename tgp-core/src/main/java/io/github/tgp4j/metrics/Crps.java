package io.github.tgp4j.metrics;

import io.github.tgp4j.elementary.Scalars;
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

  /** Probability beyond each end of the range that {@link #ofDistribution} looks at. */
  private static final double TAIL = 1e-6;

  /** Of the interquartile range. */
  private static final double SHARE = 5e-7;

  private static final double PANEL_WIDTH = 0.75; // on the scale of asinh
  private static final int MOST_COUNTS = 20_000;

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

  /**
   * The score of a distribution with a density, known by its CDF and quantile function: {@link
   * #ofCdf} over panels that grow with the distance from the quartiles, so that heavy tails cost
   * little. Accurate to 1e-6 interquartile ranges; the tails of 1e-6 on either side are left out,
   * which is less than that where the mean exists.
   *
   * @return +∞ where more than that lies beyond the doubles
   */
  public static double ofDistribution(
      double y, DoubleUnaryOperator cdf, DoubleUnaryOperator quantile) {
    Require.finite("target", 0, y);
    double lower = quantile.applyAsDouble(TAIL);
    double upper = quantile.applyAsDouble(1.0 - TAIL);
    if (!(Double.isFinite(lower) && Double.isFinite(upper))) {
      return Double.POSITIVE_INFINITY;
    }
    double first = quantile.applyAsDouble(0.25);
    double third = quantile.applyAsDouble(0.75);
    double centre = 0.5 * first + 0.5 * third;
    double scale = third > first ? third - first : upper - lower;
    if (!(scale > 0)) {
      return Math.abs(y - centre);
    }
    double cut = Math.min(Math.max(y, lower), upper);
    DoubleUnaryOperator below = t -> square(probability(cdf, t));
    DoubleUnaryOperator above = t -> square(1.0 - probability(cdf, t));
    return growing(below, lower, cut, centre, scale)
        + growing(above, cut, upper, centre, scale)
        + Math.abs(y - cut);
  }

  /** ∫ of a monotone function over panels of equal width in asinh((t − centre)/scale). */
  private static double growing(
      DoubleUnaryOperator h, double from, double to, double centre, double scale) {
    double start = Scalars.asinh((from - centre) / scale);
    double end = Scalars.asinh((to - centre) / scale);
    int panels = Math.max(1, (int) Math.ceil((end - start) / PANEL_WIDTH));
    double sum = 0.0;
    double a = from;
    double left = h.applyAsDouble(from);
    for (int i = 1; i <= panels && from < to; i++) {
      double b = i == panels ? to : centre + scale * Math.sinh(start + (end - start) * i / panels);
      double right = h.applyAsDouble(b);
      sum += panel(h, a, left, b, right, SHARE * scale / panels);
      a = b;
      left = right;
    }
    return sum;
  }

  /**
   * The score of a distribution on whole numbers, Σ_t (F(t) − 1{t ≥ y})² over whole t; exact up to
   * 20,000 of them, beyond that one in every few stands for its neighbours.
   *
   * @param lower a whole number where F is as good as 0 below
   * @param upper a whole number where F is as good as 1
   */
  public static double ofCounts(double y, DoubleUnaryOperator cdf, double lower, double upper) {
    Require.finite("target", 0, y);
    if (!(Double.isFinite(lower) && Double.isFinite(upper))) {
      return Double.POSITIVE_INFINITY;
    }
    double from = Math.min(Math.floor(y), lower);
    double to = Math.max(Math.ceil(y), upper);
    double stride = Math.max(1.0, Math.ceil((to - from) / MOST_COUNTS));
    double sum = 0.0;
    for (double t = from; t < to; t += stride) {
      double next = Math.min(t + stride, to); // F is constant on [t, t + 1)
      double f = probability(cdf, Math.floor(0.5 * (t + next - 1)));
      double below = Math.min(Math.max(y, t), next) - t;
      sum += below * square(f) + (next - t - below) * square(1.0 - f);
    }
    return sum;
  }

  /** {@link #ofCounts(double, DoubleUnaryOperator, double, double)} over all but tails of 1e-6. */
  public static double ofCounts(double y, DoubleUnaryOperator cdf, DoubleUnaryOperator quantile) {
    return ofCounts(y, cdf, quantile.applyAsDouble(TAIL), quantile.applyAsDouble(1.0 - TAIL));
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
      sum += panel(h, a, left, b, right, ACCURACY * (to - from) / PANELS);
      left = right;
    }
    return sum;
  }

  /**
   * Simpson's rule on [a, b], halved until two levels agree. The integrand is monotone, so ends
   * that are next to equal mean a constant: a narrow step cannot hide between the nodes.
   */
  private static double panel(
      DoubleUnaryOperator h, double a, double left, double b, double right, double accuracy) {
    if (Math.abs(right - left) * (b - a) <= accuracy) {
      return 0.5 * (left + right) * (b - a);
    }
    double middle = h.applyAsDouble(0.5 * (a + b));
    return new Panel(a, b, left, middle, right).integral(h, accuracy, DEEPEST);
  }

  /** The integrand at both ends and in the middle of [a, b]. */
  private record Panel(double a, double b, double left, double middle, double right) {
    double integral(DoubleUnaryOperator h, double accuracy, int depth) {
      double width = b - a;
      if (Math.abs(right - left) * width <= accuracy) {
        return 0.5 * (left + right) * width;
      }
      double c = 0.5 * (a + b);
      double first = h.applyAsDouble(0.5 * (a + c));
      double third = h.applyAsDouble(0.5 * (c + b));
      double coarse = width / 6.0 * (left + 4.0 * middle + right);
      double fine = width / 12.0 * (left + 4.0 * first + 2.0 * middle + 4.0 * third + right);
      if (depth == 0 || Math.abs(fine - coarse) <= 15.0 * accuracy) {
        return fine + (fine - coarse) / 15.0;
      }
      return new Panel(a, c, left, first, middle).integral(h, 0.5 * accuracy, depth - 1)
          + new Panel(c, b, middle, third, right).integral(h, 0.5 * accuracy, depth - 1);
    }
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
