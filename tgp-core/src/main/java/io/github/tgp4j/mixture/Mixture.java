package io.github.tgp4j.mixture;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Interval;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.metrics.Crps;
import java.util.Arrays;

/**
 * A predictive distribution as a mixture of likelihoods, p(y) = Σ_s w_s p(y | f_s), and all that is
 * asked of it, in the target's own units; equations R1–R3 in docs/equations.md. Or a single
 * Gaussian, for which everything is known.
 *
 * <p>Reused from row to row by one thread: {@link #reserve} components, fill {@link #weight} and
 * {@link #fk}, {@link #settle}.
 */
final class Mixture {
  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

  private final Likelihood likelihood;
  private final double[] theta;
  private final int likelihoodAt;
  private final double shift;
  private final double scale;

  private boolean gaussian;
  private double gaussianMean;
  private double gaussianVariance;
  private double[] probabilities; // of classes, where they are known without components

  private int n;
  private boolean settled;
  private boolean mayCondense; // not tried yet
  private boolean condensed;
  private final CondensedLocations few = new CondensedLocations();

  /** w_s of the components. */
  double[] weight = new double[0];

  /** Latent values after the flow: component s of latent c at [c·n + s]. */
  double[] fk = new double[0];

  private double[] value = new double[0];
  private double[] centre = new double[0];
  private double[] spread = new double[0];
  private double[] width = spread;
  private double[] standIn = new double[0];
  private double[] classValue = new double[0];
  private final QuantileSearch search;

  Mixture(Likelihood likelihood, double[] theta, int likelihoodAt, double shift, double scale) {
    this.likelihood = likelihood;
    this.theta = theta;
    this.likelihoodAt = likelihoodAt;
    this.shift = shift;
    this.scale = scale;
    this.search = new QuantileSearch(this);
  }

  Likelihood likelihood() {
    return likelihood;
  }

  /** The parameter values, of which the likelihood's start at {@link #likelihoodAt}. */
  double[] theta() {
    return theta;
  }

  int likelihoodAt() {
    return likelihoodAt;
  }

  /** Becomes N(mean, variance) on the standardised scale. */
  void becomeGaussian(double mean, double variance) {
    gaussian = true;
    gaussianMean = mean;
    gaussianVariance = variance;
  }

  /** Becomes the distribution over classes with these probabilities; the array is not changed. */
  void becomeClasses(double[] known) {
    reserve(0);
    probabilities = known;
  }

  /** Becomes a mixture of {@code components}, to be filled in. */
  void reserve(int components) {
    gaussian = false;
    probabilities = null;
    settled = false;
    mayCondense = true;
    condensed = false;
    n = components;
    if (weight.length < n) {
      weight = new double[n];
      fk = new double[likelihood.latents() * n];
      value = new double[n];
      centre = new double[n];
      spread = new double[n];
    }
  }

  /** Becomes a mixture of components that are known already; neither array is changed. */
  void adopt(int components, double[] knownWeight, double[] knownFk) {
    reserve(0);
    n = components;
    weight = knownWeight;
    fk = knownFk;
    if (value.length < n) {
      value = new double[n];
      centre = new double[n];
      spread = new double[n];
    }
  }

  /**
   * Becomes another mixture with wider noise, of a likelihood that can say so. Mean and variance
   * stay those of the other, which must not change before this one does.
   */
  void adoptWider(Mixture narrow, double[] latents) {
    adopt(narrow.n, narrow.weight, latents);
    narrow.settle();
    settled = true;
    centre = narrow.centre;
    spread = narrow.spread;
    width = narrow.width;
  }

  /** Computes the components' moments, once they are filled in, unless they are known. */
  void settle() {
    if (!settled && likelihood.classes() == 0) {
      settled = true;
      likelihood.moments(theta, likelihoodAt, fk, 0, n, n, centre, spread, 0);
      width = spread;
      if (!likelihood.isQuadratic() && !likelihood.discrete()) {
        replaceInfiniteWidths();
      }
    }
  }

  /** Where there is no variance, that of a Gaussian whose density is as high at the centre. */
  private void replaceInfiniteWidths() {
    boolean same = likelihood.addsNoise(); // the height is
    double found = Double.NaN;
    for (int s = 0; s < n; s++) {
      if (!(spread[s] < Double.POSITIVE_INFINITY) && Double.isFinite(centre[s])) {
        if (width == spread) {
          standIn = standIn.length < n ? new double[spread.length] : standIn;
          System.arraycopy(spread, 0, standIn, 0, n);
          width = standIn;
        }
        if (!same || Double.isNaN(found)) {
          likelihood.logDensity(theta, likelihoodAt, centre[s], fk, s, n, 1, value, 0);
          found = Math.exp(-2.0 * (value[0] + HALF_LOG_TWO_PI));
        }
        width[s] = found;
      }
    }
  }

  /** E[y | f_s] on the standardised scale. */
  double centre(int s) {
    return centre[s];
  }

  /** Var[y | f_s] on the standardised scale; where it is infinite, a finite stand-in. */
  double width(int s) {
    return width[s];
  }

  /**
   * Whether one of {@code n} components from s on is further from the one n before it than √limit
   * of the wider one's standard deviations.
   */
  boolean hasGap(int s, int n, double limit) {
    for (int i = s; i < s + n; i++) {
      double gap = centre[i] - centre[i - n];
      double square = gap * gap;
      if (!(square <= limit * width[i] || square <= limit * width[i - n])) {
        return true;
      }
    }
    return false;
  }

  /** Σ (centre − origin) over n components from s on. */
  double sumOfCentres(int s, int n, double origin) {
    double even = 0.0;
    double odd = 0.0;
    int i = s;
    for (int end = s + (n & ~1); i < end; i += 2) {
      even += centre[i] - origin;
      odd += centre[i + 1] - origin;
    }
    return even + odd + ((n & 1) == 1 ? centre[i] - origin : 0.0);
  }

  /** Σ (centre − origin)² over n components from s on. */
  double sumOfSquares(int s, int n, double origin) {
    double even = 0.0;
    double odd = 0.0;
    int i = s;
    for (int end = s + (n & ~1); i < end; i += 2) {
      even += (centre[i] - origin) * (centre[i] - origin);
      odd += (centre[i + 1] - origin) * (centre[i + 1] - origin);
    }
    return even + odd + ((n & 1) == 1 ? (centre[i] - origin) * (centre[i] - origin) : 0.0);
  }

  /** Finite where y is: beyond all doubles is not yet the end of the line. */
  private double standardised(double y) {
    double t = (y - shift) / scale;
    return Double.isInfinite(t) && Double.isFinite(y) ? Math.copySign(Double.MAX_VALUE, t) : t;
  }

  /** E[y]. */
  double mean() {
    if (gaussian) {
      return shift + scale * gaussianMean;
    }
    settle();
    return shift + scale * average(centre);
  }

  /** Var[y]; beyond 1e±308 infinite or zero where {@link #standardDeviation} is neither. */
  double variance() {
    return scale * scale * standardisedVariance();
  }

  double standardDeviation() {
    return scale * Math.sqrt(standardisedVariance());
  }

  /** E[Var[y | f]] + Var[E[y | f]]. */
  double standardisedVariance() {
    if (gaussian) {
      return gaussianVariance;
    }
    settle();
    double first = average(centre);
    double sum = 0.0;
    for (int s = 0; s < n; s++) {
      double centred = centre[s] - first;
      sum += weight[s] * (spread[s] + centred * centred);
    }
    return sum;
  }

  /** log p(y): a log-sum-exp over components; −∞ for what cannot be observed. */
  double logDensity(double y) {
    double t = standardised(y);
    return likelihood.violation(t) != null
        ? Double.NEGATIVE_INFINITY
        : logDensityStandardised(t) - (likelihood.discrete() ? 0.0 : Math.log(scale));
  }

  double logDensityStandardised(double t) {
    if (gaussian) {
      double z = (t - gaussianMean) / Math.sqrt(gaussianVariance);
      return Scalars.normalLogPdf(z) - 0.5 * Math.log(gaussianVariance);
    }
    if (probabilities != null) {
      return Math.log(probabilities[(int) t]);
    }
    likelihood.logDensity(theta, likelihoodAt, t, fk, 0, n, n, value, 0);
    double most = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < n; s++) {
      most = value[s] > most ? value[s] : most;
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return most;
    }
    for (int s = 0; s < n; s++) {
      value[s] -= most;
    }
    Elementary.exp(value, 0, value, 0, n);
    return most + Math.log(average(value));
  }

  private double average(double[] x) {
    return average(weight, x, n);
  }

  /** Σ w_s x_s; four sums, so that an addition need not wait for the one before. */
  private static double average(double[] weight, double[] x, int n) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int s = 0;
    for (int end = n & ~3; s < end; s += 4) {
      s0 += weight[s] * x[s];
      s1 += weight[s + 1] * x[s + 1];
      s2 += weight[s + 2] * x[s + 2];
      s3 += weight[s + 3] * x[s + 3];
    }
    for (; s < n; s++) {
      s0 += weight[s] * x[s];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** P(Y ≤ y). */
  double cdf(double y) {
    double t = standardised(y);
    Interval support = likelihood.support();
    if (t < support.lower() || t == support.lower() && !likelihood.discrete()) {
      return 0.0;
    }
    return t >= support.upper() ? 1.0 : cdfStandardised(t);
  }

  double cdfStandardised(double t) {
    if (gaussian) {
      return Scalars.normalCdf((t - gaussianMean) / Math.sqrt(gaussianVariance));
    }
    if (mayCondense) {
      mayCondense = false;
      condensed = few.condense(weight, fk, n, likelihood.noiseScale(theta, likelihoodAt));
    }
    double[] weights = condensed ? few.weight() : weight;
    double[] locations = condensed ? few.location() : fk;
    int count = condensed ? few.count() : n;
    likelihood.cdf(theta, likelihoodAt, t, locations, 0, count, count, value, 0);
    return Math.min(1.0, Math.max(0.0, average(weights, value, count)));
  }

  /** The slope of {@link #cdfStandardised}, after it. */
  double slope(double t) {
    if (!condensed) {
      return Math.exp(logDensityStandardised(t));
    }
    int count = few.count();
    likelihood.logDensity(theta, likelihoodAt, t, few.location(), 0, count, count, value, 0);
    Elementary.exp(value, 0, value, 0, count);
    return average(few.weight(), value, count);
  }

  /** The smallest y with P(Y ≤ y) ≥ p. */
  double quantile(double p) {
    if (gaussian) {
      return shift
          + scale * (gaussianMean + Math.sqrt(gaussianVariance) * Scalars.normalQuantile(p));
    }
    return shift + scale * (likelihood.discrete() ? search.discrete(p) : search.continuous(p));
  }

  /** The same of several p, in their order. */
  double[] quantiles(double[] levels) {
    double[] out = new double[levels.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = quantile(levels[k]);
    }
    putInOrder(levels, out);
    return out;
  }

  /**
   * Raises quantiles that lie below one of a lower level. Each is right but for rounding; where
   * most of the probability lies in a place that is narrow beside the whole, rounding can turn two
   * of them round.
   */
  static void putInOrder(double[] levels, double[] quantiles) {
    for (int k = 0; k < levels.length; k++) {
      for (int lower = 0; lower < levels.length; lower++) {
        if (levels[lower] < levels[k] && quantiles[lower] > quantiles[k]) {
          quantiles[k] = quantiles[lower];
        }
      }
    }
  }

  /** The continuous ranked probability score at y. */
  double crps(double y) {
    if (gaussian) {
      return Crps.ofGaussian(y, mean(), standardDeviation());
    }
    return likelihood.discrete()
        ? Crps.ofCounts(y, this::cdf, this::quantile)
        : Crps.ofDistribution(y, this::cdf, this::quantile);
  }

  /** The mean of the components whose centre is finite. */
  double middle() {
    double middle = 0.0;
    for (int s = 0; s < n; s++) {
      if (Double.isFinite(centre[s])) {
        middle += weight[s] * centre[s];
      }
    }
    return middle;
  }

  /** P(Y = k) of every class. */
  double[] classProbabilities() {
    if (probabilities != null) {
      requireSum(Arrays.stream(probabilities).sum());
      return probabilities.clone();
    }
    int classes = likelihood.classes();
    classValue = classValue.length < classes * n ? new double[classes * n] : classValue;
    likelihood.classProbabilities(theta, likelihoodAt, fk, 0, n, n, classValue);
    double[] out = new double[classes];
    double total = 0.0;
    for (int k = 0; k < classes; k++) {
      for (int s = 0; s < n; s++) {
        out[k] += weight[s] * classValue[k * n + s];
      }
      total += out[k];
    }
    requireSum(total);
    for (int k = 0; k < classes; k++) {
      out[k] /= total;
    }
    return out;
  }

  private static void requireSum(double total) {
    if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "class probabilities: their sum is "
              + total
              + "; the row is too far from those that the model was fitted to, or the model is"
              + " damaged");
    }
  }
}
