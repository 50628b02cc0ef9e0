package io.github.tgp4j.predict;

import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The distribution of a sample whatever the inputs: a kernel density with the kernel of Student's t
 * with three degrees of freedom, blended with a Gaussian, which few values describe better, and a
 * Cauchy distribution about the median, for what lies far out. The Gaussian has the mean of the
 * sample and the variance of the next value, wider than that of the sample: few values may lie
 * closer together than those to come. The sample itself chooses the weights; equation B4 in
 * docs/equations.md. At the ends of the support, all is reflected.
 */
public final class KernelDensity implements Distribution {
  private static final int MOST_CENTRES = 512;
  private static final double LEAST_WIDTH = 1e-300; // whose density is a number
  private static final double ROOT_3 = Math.sqrt(3.0);
  private static final double PEAK = 2.0 / (Math.PI * ROOT_3); // of the density of t with 3 degrees
  private static final int MOST_STEPS = 2_200; // from the largest double to the least
  private static final int MOST_KEPT = 100; // quantiles
  private static final int WEIGHT_STEPS = 100;
  private static final double FOR_GAUSSIAN = 4.0; // values, as if seen before: few are no tails
  private static final double[] WIDTHS = {1.0, 0.6, 0.35}; // of Silverman's

  private final double[] centres; // in rising order
  private final double width;
  private final Weights weights;
  private final double tailScale;
  private final double mean;
  private final double deviation;
  private final double lower;
  private final double upper;
  private final double below; // mass of the whole line below the support
  private final double mass;
  private final Map<Double, Double> quantiles = new ConcurrentHashMap<>(); // asked for by each row

  /** Weights of a Gaussian and of a Cauchy distribution; the rest is that of the kernels. */
  public record Weights(double gaussian, double cauchy) {
    /** Kernels alone. */
    public static final Weights KERNELS = new Weights(0.0, 0.0);

    /** Checks them. */
    public Weights {
      if (!(gaussian >= 0 && cauchy >= 0 && gaussian + cauchy <= 1)) {
        throw new IllegalArgumentException(
            "kernel density: expected weights from 0 on with a sum of at most 1 but got "
                + gaussian
                + " and "
                + cauchy);
      }
    }

    private double kernels() {
      return 1.0 - gaussian - cauchy;
    }
  }

  /**
   * From its numbers.
   *
   * @param centres finite, in any order
   * @param width of the kernels, at least 1e-300
   * @param lower end of the support; −∞ for none
   * @param upper end of the support; +∞ for none
   */
  public KernelDensity(
      double[] centres, double width, double lower, double upper, Weights weights) {
    this.centres = centres.clone();
    Arrays.sort(this.centres);
    boolean inside =
        centres.length > 0
            && this.centres[0] >= lower
            && this.centres[centres.length - 1] <= upper
            && Double.isFinite(this.centres[0])
            && Double.isFinite(this.centres[centres.length - 1]);
    if (!(inside && width >= LEAST_WIDTH && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "kernel density: expected finite centres within "
              + lower
              + " to "
              + upper
              + " and a width of at least "
              + LEAST_WIDTH
              + " but got "
              + centres.length
              + " centres and the width "
              + width);
    }
    this.width = width;
    this.weights = weights;
    this.mean = Arrays.stream(this.centres).average().orElseThrow();
    double squares = Arrays.stream(this.centres).map(c -> (c - mean) * (c - mean)).sum();
    this.deviation =
        Double.isFinite(squares)
            ? Math.sqrt(squares / centres.length)
            : Arrays.stream(this.centres).map(c -> c - mean).reduce(0.0, Math::hypot)
                / Math.sqrt(centres.length);
    this.tailScale = Math.max(width, 0.5 * (at(0.75) - at(0.25)));
    this.lower = lower;
    this.upper = upper;
    this.below = Double.isFinite(lower) ? sum(lower, false) : 0.0;
    this.mass = mass();
  }

  /** Of a sample, by Silverman's rule or narrower, as each value is best told by the others. */
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
    double usual = Math.max(Math.abs(sorted[n / 4]), Math.abs(sorted[n * 3 / 4]));
    double most = Math.max(Math.abs(sorted[0]), Math.abs(sorted[n - 1]));
    double least = Math.max(LEAST_WIDTH, Math.max(1e-6 * usual, 1e-12 * most));
    double width = 0.9 * spread * Math.pow(n, -0.2);
    double[] some = sorted;
    if (n > MOST_CENTRES) {
      some = new double[MOST_CENTRES];
      for (int i = 0; i < some.length; i++) {
        some[i] = sorted[(int) ((i + 0.5) * n / MOST_CENTRES)];
      }
    }
    KernelDensity best = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (double factor : WIDTHS) {
      double scale = Math.max(least, factor * width);
      KernelDensity kernels = new KernelDensity(some, scale, lower, upper, Weights.KERNELS);
      KernelDensity blend = new KernelDensity(some, scale, lower, upper, kernels.bestWeights());
      double score = blend.scoreOfOthers();
      if (best == null || score > highest) {
        best = blend;
        highest = score;
      }
    }
    return best;
  }

  /** The log score of each centre under what the others say. */
  private double scoreOfOthers() {
    double sum = 0.0;
    for (double centre : centres) {
      sum +=
          Math.log(
              weights.kernels() * kernelsOfOthers(centre)
                  + weights.gaussian * gaussianOfOthers(centre)
                  + weights.cauchy * cauchy(centre, true));
    }
    return sum;
  }

  private double kernelsOfOthers(double centre) {
    int n = centres.length;
    return Math.max(0.0, n * kernels(centre, true) - PEAK / width) / Math.max(1, n - 1);
  }

  /** By expectation maximisation, each centre under what the others say. */
  private Weights bestWeights() {
    int n = centres.length;
    double least = 0.5 / n;
    double[] kernels = new double[n];
    double[] gaussian = new double[n];
    for (int i = 0; i < n; i++) {
      kernels[i] = kernelsOfOthers(centres[i]);
      gaussian[i] = gaussianOfOthers(centres[i]);
    }
    Weights best = new Weights(1 / 3.0, 1 / 3.0);
    for (int step = 0; step < WEIGHT_STEPS; step++) {
      double ofGaussian = 0.0;
      double ofCauchy = 0.0;
      for (int i = 0; i < n; i++) {
        double a = best.gaussian * gaussian[i];
        double b = best.cauchy * cauchy(centres[i], true);
        double sum = a + b + best.kernels() * kernels[i];
        ofGaussian += a / sum;
        ofCauchy += b / sum;
      }
      ofGaussian = (ofGaussian + FOR_GAUSSIAN) / (n + FOR_GAUSSIAN);
      ofCauchy /= n + FOR_GAUSSIAN;
      double tails = Math.min(1.0, Math.max(least, ofCauchy));
      best = new Weights(Math.min(ofGaussian, 1 - tails), tails);
    }
    return best;
  }

  /** The density of a Gaussian whose mean and variance leave the value itself out. */
  private double gaussianOfOthers(double y) {
    int n = centres.length;
    double m = mean + (mean - y) / Math.max(1, n - 1);
    double squares = n * deviation * deviation - (y - mean) * (y - m);
    double variance = Math.max(width * width, ofNext(n - 1) * squares / Math.max(1, n - 1));
    return Math.exp(-0.5 * (y - m) * (y - m) / variance) / Math.sqrt(2 * Math.PI * variance);
  }

  /**
   * The variance of the next of Gaussian values over that of n values seen: Student's t with n − 1
   * degrees of freedom, (n + 1)/(n − 3), has it; of fewer than five as of five.
   */
  private static double ofNext(int n) {
    int some = Math.max(5, n);
    return (some + 1.0) / (some - 3.0);
  }

  private double at(double share) {
    return centres[(int) (share * (centres.length - 1) + 0.5)];
  }

  /** Where the kernels stand. */
  public double[] centres() {
    return centres.clone();
  }

  /** Scale of the kernels. */
  public double width() {
    return width;
  }

  /** What is beside the kernels. */
  public Weights weights() {
    return weights;
  }

  /** End of the support; −∞ for none. */
  public double lower() {
    return lower;
  }

  /** End of the support; +∞ for none. */
  public double upper() {
    return upper;
  }

  /** Of the centres: the tails have none. */
  @Override
  public double mean() {
    return mean;
  }

  /** That of the centres, the kernels and the Gaussian: the tails have none. */
  @Override
  public double standardDeviation() {
    double wider = weights.gaussian * (ofNext(centres.length) - 1.0);
    return Math.sqrt(
        deviation * deviation * (1.0 + wider) + 3.0 * width * width * weights.kernels());
  }

  @Override
  public double cdf(double y) {
    if (y < lower) {
      return 0.0;
    }
    if (y >= upper) {
      return 1.0;
    }
    double own = sum(y, false) - below;
    // what was reflected at the lower end lies above it, and so on
    if (Double.isFinite(lower)) {
      own += below - sum(2 * lower - y, false);
    }
    if (Double.isFinite(upper)) {
      own += sum(2 * upper - lowerOrLess(), false) - sum(2 * upper - y, false);
    }
    return Math.min(1.0, Math.max(0.0, own / mass));
  }

  private double lowerOrLess() {
    return Double.isFinite(lower) ? lower : Double.NEGATIVE_INFINITY;
  }

  /** All mass within the support, reflections included. */
  private double mass() {
    double to = Double.isFinite(upper) ? sum(upper, false) : 1.0;
    double all = to - below;
    if (Double.isFinite(lower)) {
      all += below - (Double.isFinite(upper) ? sum(2 * lower - upper, false) : 0.0);
    }
    if (Double.isFinite(upper)) {
      all += (Double.isFinite(lower) ? sum(2 * upper - lower, false) : 1.0) - to;
    }
    return all;
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
    return Math.log(density / mass);
  }

  /** Density or distribution function of the whole line at t. */
  private double sum(double t, boolean density) {
    if (Double.isInfinite(t)) {
      return density || t < 0 ? 0.0 : 1.0;
    }
    return weights.kernels() * kernels(t, density)
        + weights.gaussian * gaussian(t, density)
        + weights.cauchy * cauchy(t, density);
  }

  private double gaussian(double t, boolean density) {
    double spread = Math.max(width, deviation * Math.sqrt(ofNext(centres.length)));
    double z = (t - mean) / spread;
    return density ? Scalars.normalPdf(z) / spread : Scalars.normalCdf(z);
  }

  private double cauchy(double t, boolean density) {
    double z = (t - at(0.5)) / tailScale;
    return density ? 1.0 / (Math.PI * tailScale * (1 + z * z)) : 0.5 + Math.atan(z) / Math.PI;
  }

  /** The average over kernels. */
  private double kernels(double t, boolean density) {
    if (!density) {
      return kernelCdf(t);
    }
    double sum = 0.0;
    for (double centre : centres) {
      double z = (t - centre) / (width * ROOT_3);
      double bell = 1.0 / (1.0 + z * z);
      sum += PEAK / width * bell * bell;
    }
    return sum / centres.length;
  }

  /**
   * The average of ½ + (atan z + z/(1 + z²))/π. The angles are summed as that of a product of
   * complex numbers, Σ atan a = arg Π (1 + i·a), which is much quicker than an arc tangent each;
   * beyond 1, atan z = ±π/2 − atan(1/z), so that no factor turns it by more than π/4.
   */
  private double kernelCdf(double t) {
    double scale = width * ROOT_3;
    double sum = 0.0;
    int quarters = 0; // of a turn
    double re = 1.0;
    double im = 0.0;
    for (double centre : centres) {
      double z = (t - centre) / scale;
      sum += Double.isInfinite(z) ? 0.0 : z / (1.0 + z * z);
      double a = z;
      if (!(Math.abs(z) <= 1.0)) {
        a = -1.0 / z;
        quarters += z > 0 ? 1 : -1;
      }
      double real = re - im * a;
      im += re * a;
      re = real;
      if (!(re > 0)) { // beyond a right angle, and below three eighths of a turn
        sum += Math.atan2(im, re);
        re = 1.0;
        im = 0.0;
      }
    }
    sum += Math.atan2(im, re) + 0.5 * Math.PI * quarters;
    return 0.5 + sum / (Math.PI * centres.length);
  }

  @Override
  public double quantile(double p) {
    Levels.quantile(p);
    Double known = quantiles.get(p);
    if (known != null) {
      return known;
    }
    double found = find(p);
    if (quantiles.size() < MOST_KEPT) {
      quantiles.put(p, found);
    }
    return found;
  }

  private double find(double p) {
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
