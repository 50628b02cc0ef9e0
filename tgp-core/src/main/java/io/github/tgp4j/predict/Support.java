package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The values that a target can take: all numbers, those from a lower end on, or those between two
 * ends. Equations B7 and B8 in docs/equations.md.
 *
 * @param lower end; −∞ for none
 * @param upper end; +∞ for none
 * @param limit up to which values are taken for the lower end: whatever a model expects below it,
 *     even beyond the end, counts as the end itself, as rain below what a gauge can measure. Equal
 *     to the lower end where there is none: then what a model expects beyond the end is left out
 * @param mean above the lower end: what is expected where a model leaves almost nothing inside
 */
public record Support(double lower, double upper, double limit, double mean) {
  /** All numbers. */
  public static final Support REAL =
      new Support(
          Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.0);

  private static final int LEAST_ROWS = 30;
  private static final double NEAR = 0.3; // standard deviations
  private static final int MANY = 8;
  private static final double CLEAR = 8.0; // nats
  private static final double FAR = 0.7; // standard deviations
  private static final double CUT = 5.0; // standard deviations
  private static final double QUARTER = 0.25;
  private static final double SHARE_AT_END = 0.01;

  public Support {
    boolean real = lower == Double.NEGATIVE_INFINITY && upper == Double.POSITIVE_INFINITY;
    boolean bounded =
        Double.isFinite(lower)
            && limit >= lower
            && mean > lower
            && mean < upper
            && limit < upper
            && Double.isFinite(mean);
    if (!real && !bounded) {
      throw new IllegalArgumentException(
          "support: expected lower ≤ limit < upper and a mean between the ends but got "
              + lower
              + ", "
              + limit
              + ", "
              + upper
              + " and the mean "
              + mean);
    }
  }

  /** Numbers above an end. */
  public static Support above(double lower, double mean) {
    return new Support(lower, Double.POSITIVE_INFINITY, lower, mean);
  }

  /** Numbers between two ends. */
  public static Support between(double lower, double upper) {
    return new Support(lower, upper, lower, 0.5 * lower + 0.5 * upper);
  }

  /** The same with what lies at or below a limit taken for the lower end. */
  public Support withLimit(double value) {
    return new Support(lower, upper, value, mean);
  }

  /**
   * What a sample says. Fractions between 0 and 1 that come within a quarter of both ends are
   * proportions. Otherwise the lower end is 0 only where a value below it would be a surprise: none
   * is below, and either many are close to 0, or the logarithm or a root of the values is clearly
   * closer to a normal distribution than the values are. The upper end is 1 where the same holds of
   * 1 − y too.
   */
  public static Support of(double... sample) {
    double least = Arrays.stream(sample).min().orElse(-1.0);
    double most = Arrays.stream(sample).max().orElse(-1.0);
    boolean spans = least <= QUARTER && most <= 1 && most >= 1 - QUARTER;
    if (sample.length < LEAST_ROWS || !(least >= 0) || !(spans || endsAtZero(sample))) {
      return REAL;
    }
    double mean = Arrays.stream(sample).average().orElseThrow();
    if (Arrays.stream(sample).allMatch(y -> y == Math.rint(y))) {
      return most > 1 ? above(0.0, mean).withLimit(0.5) : REAL; // counts: P(0) = F(½)
    }
    boolean unit =
        spans || most <= 1 && endsAtZero(Arrays.stream(sample).map(y -> 1 - y).toArray());
    Support all = unit ? between(0.0, 1.0) : above(0.0, mean);
    long zeros = Arrays.stream(sample).filter(y -> y == 0).count();
    if (zeros < MANY || zeros < SHARE_AT_END * sample.length) {
      return all;
    }
    double above = Arrays.stream(sample).filter(y -> y > 0).min().orElseThrow();
    return all.withLimit(0.5 * above);
  }

  /** Whether 0 is the end of numbers of which none is below. */
  private static boolean endsAtZero(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double range = (sorted[n * 3 / 4] - sorted[n / 4]) / 1.35;
    double spread = range > 0 ? range : deviation(y); // outliers do not count
    if (!(spread > 0)) {
      return false;
    }
    // A density that went on beyond 0 would have left about as many rows below as are just above.
    if (Arrays.stream(y).filter(v -> v < NEAR * spread).count() >= MANY) {
      return true;
    }
    if (!(sorted[0] > 0 && sorted[0] <= FAR * spread)) {
      return false;
    }
    double[] cut = Arrays.stream(y).map(v -> Math.min(v, sorted[n / 2] + CUT * spread)).toArray();
    double roots =
        Math.max(logLikelihood(cut, Math::cbrt, 1.0 / 3.0), logLikelihood(cut, Math::sqrt, 0.5));
    return Math.max(logLikelihood(cut, Math::log, 0.0), roots)
        >= logLikelihood(cut, v -> v, 1.0) + CLEAR;
  }

  private static double deviation(double[] y) {
    double mean = Arrays.stream(y).average().orElseThrow();
    return Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  /** Of y whose transform (y^λ, or log y for λ = 0) is normal, up to a constant. */
  private static double logLikelihood(double[] y, DoubleUnaryOperator transform, double power) {
    double slopes = Arrays.stream(y).map(v -> (power - 1) * Math.log(v)).sum();
    double factor = power == 0 ? 0.0 : Math.log(power);
    double deviation = deviation(Arrays.stream(y).map(transform).toArray());
    return y.length * (factor - Math.log(Math.max(deviation, Double.MIN_NORMAL))) + slopes;
  }

  /** Whether every number is in it. */
  public boolean isReal() {
    return lower == Double.NEGATIVE_INFINITY;
  }

  /** Whether values up to a limit count as the lower end. */
  public boolean hasLimit() {
    return limit > lower;
  }

  /** The value itself, or the end that it lies beyond. */
  double clamp(double y) {
    return Math.min(upper, Math.max(lower, y));
  }

  /** For people: "above 0", "0 to 1". */
  public String describe() {
    if (isReal()) {
      return "all numbers";
    }
    String from = number(lower);
    if (Double.isFinite(upper)) {
      return from + " to " + number(upper);
    }
    return hasLimit() ? from + " or more" : "above " + from;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
