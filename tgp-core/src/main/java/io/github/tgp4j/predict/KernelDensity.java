package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.Objects;

/**
 * The distribution of a sample whatever the inputs: a kernel density with the kernel of Student's t
 * with three degrees of freedom, so that what lies far out is not impossible; equation B4 in
 * docs/equations.md. At the ends of the support, kernels are reflected.
 */
public final class KernelDensity implements Distribution {
  private static final int MOST_CENTRES = 512;
  private static final double ROOT_3 = Math.sqrt(3.0);
  private static final double PEAK = 2.0 / (Math.PI * ROOT_3); // of the density of t with 3 degrees
  private static final int MOST_STEPS = 200;

  private final double[] centres; // in rising order
  private final double width;
  private final double lower;
  private final double upper;

  /**
   * From its numbers.
   *
   * @param centres finite, in any order
   * @param width of the kernels, above 0
   * @param lower end of the support; −∞ for none
   * @param upper end of the support; +∞ for none
   */
  public KernelDensity(double[] centres, double width, double lower, double upper) {
    this.centres = centres.clone();
    Arrays.sort(this.centres);
    boolean inside =
        centres.length > 0
            && this.centres[0] >= lower
            && this.centres[centres.length - 1] <= upper
            && Double.isFinite(this.centres[0])
            && Double.isFinite(this.centres[centres.length - 1]);
    if (!(inside && width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "kernel density: expected finite centres within "
              + lower
              + " to "
              + upper
              + " and a width above 0 but got "
              + centres.length
              + " centres and the width "
              + width);
    }
    this.width = width;
    this.lower = lower;
    this.upper = upper;
  }

  /** Of a sample, by Silverman's rule with the smaller of deviation and interquartile range. */
  public static KernelDensity of(double[] sample, double lower, double upper) {
    Objects.requireNonNull(sample, "sample");
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double mean = Arrays.stream(sorted).average().orElse(0.0);
    double squares = Arrays.stream(sorted).map(y -> (y - mean) * (y - mean)).sum();
    double deviation = Math.sqrt(squares / Math.max(1, n));
    double range = (sorted[n * 3 / 4] - sorted[n / 4]) / 1.34;
    double spread = range > 0 ? Math.min(range, deviation) : deviation;
    double least = 1e-6 * Math.max(1e-300, Math.max(Math.abs(sorted[0]), Math.abs(sorted[n - 1])));
    double width = Math.max(least, 0.9 * spread * Math.pow(n, -0.2));
    if (n <= MOST_CENTRES) {
      return new KernelDensity(sorted, width, lower, upper);
    }
    double[] some = new double[MOST_CENTRES];
    for (int i = 0; i < some.length; i++) {
      some[i] = sorted[(int) ((i + 0.5) * n / MOST_CENTRES)];
    }
    return new KernelDensity(some, width, lower, upper);
  }

  /** Where the kernels stand. */
  public double[] centres() {
    return centres.clone();
  }

  /** Scale of the kernels. */
  public double width() {
    return width;
  }

  /** End of the support; −∞ for none. */
  public double lower() {
    return lower;
  }

  /** End of the support; +∞ for none. */
  public double upper() {
    return upper;
  }

  /** Of the centres: exact up to what the reflection moves. */
  @Override
  public double mean() {
    return Arrays.stream(centres).average().orElseThrow();
  }

  /** That of the centres and of the kernels. */
  @Override
  public double standardDeviation() {
    double mean = mean();
    double squares = Arrays.stream(centres).map(c -> (c - mean) * (c - mean)).sum();
    return Math.sqrt(squares / centres.length + 3.0 * width * width);
  }

  @Override
  public double cdf(double y) {
    if (y < lower) {
      return 0.0;
    }
    if (y >= upper) {
      return 1.0;
    }
    double below = Double.isFinite(lower) ? sum(lower, false) : 0.0;
    double total = mass();
    double own = sum(y, false) - below;
    // what was reflected at the lower end lies above it, and so on
    if (Double.isFinite(lower)) {
      own += below - sum(2 * lower - y, false);
    }
    if (Double.isFinite(upper)) {
      own += sum(2 * upper - lowerOrLess(), false) - sum(2 * upper - y, false);
    }
    return Math.min(1.0, Math.max(0.0, own / total));
  }

  private double lowerOrLess() {
    return Double.isFinite(lower) ? lower : Double.NEGATIVE_INFINITY;
  }

  /** All mass within the support, reflections included. */
  private double mass() {
    double from = Double.isFinite(lower) ? sum(lower, false) : 0.0;
    double to = Double.isFinite(upper) ? sum(upper, false) : 1.0;
    double mass = to - from;
    if (Double.isFinite(lower)) {
      mass += from - (Double.isFinite(upper) ? sum(2 * lower - upper, false) : 0.0);
    }
    if (Double.isFinite(upper)) {
      mass += (Double.isFinite(lower) ? sum(2 * upper - lower, false) : 1.0) - to;
    }
    return mass;
  }

  @Override
  public double logDensity(double y) {
    if (!(y >= lower && y <= upper)) {
      return Double.NEGATIVE_INFINITY;
    }
    double density = sum(y, true);
    if (Double.isFinite(lower)) {
      density += sum(2 * lower - y, true);
    }
    if (Double.isFinite(upper)) {
      density += sum(2 * upper - y, true);
    }
    return Math.log(density / mass());
  }

  /** The average over kernels of density or distribution function at t. */
  private double sum(double t, boolean density) {
    if (Double.isInfinite(t)) {
      return density || t < 0 ? 0.0 : 1.0;
    }
    double sum = 0.0;
    for (double centre : centres) {
      double z = (t - centre) / (width * ROOT_3);
      double bell = 1.0 / (1.0 + z * z);
      sum += density ? PEAK / width * bell * bell : 0.5 + (Math.atan(z) + z * bell) / Math.PI;
    }
    return sum / centres.length;
  }

  @Override
  public double quantile(double p) {
    Levels.quantile(p);
    double low = Math.max(lower, centres[0]);
    double high = Math.min(upper, centres[centres.length - 1]);
    for (double reach = width; cdf(low) >= p && low > lower; reach *= 2) {
      low = Math.max(lower, low - reach);
    }
    for (double reach = width; cdf(high) < p && high < upper; reach *= 2) {
      high = Math.min(upper, high + reach);
    }
    for (int i = 0; i < MOST_STEPS; i++) {
      double middle = 0.5 * low + 0.5 * high;
      if (!(middle > low && middle < high)) {
        break;
      }
      if (cdf(middle) >= p) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  @Override
  public String toString() {
    return describe();
  }
}
