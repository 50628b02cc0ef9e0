package io.github.tgp4j.predict;

import io.github.tgp4j.metrics.Crps;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The predictive distribution of one target at one row, in the target's own units.
 *
 * <p>A distribution of numbers implements the five abstract methods. One of classes has {@link
 * #classes}, {@link #classProbabilities} and {@link #logDensity}; asked for a number it throws
 * {@link IllegalStateException}.
 */
public interface Distribution {
  /** N(mean, sd²). */
  static Distribution gaussian(double mean, double standardDeviation) {
    return new GaussianDistribution(mean, standardDeviation);
  }

  /**
   * A blend p(y) = Σ_k w_k p_k(y) of distributions of the same kind: all with a density, all of
   * whole numbers, or all of the same classes.
   *
   * @param weights above 0, with the sum 1
   */
  static Distribution blend(List<? extends Distribution> parts, double... weights) {
    Blends.check(parts.size(), weights);
    Blends.sameKind(parts);
    return parts.size() == 1
        ? parts.get(0)
        : new BlendedDistribution(List.copyOf(parts), weights.clone());
  }

  /**
   * The same kept within a support, p(y)/(F(b) − F(a)) between its ends: every value inside stays
   * possible, none outside is. Itself where it is of whole numbers or classes.
   */
  default Distribution within(Support support) {
    return discrete() || classes() > 0 || support.isReal()
        ? this
        : new BoundedDistribution(this, support, null);
  }

  /** E[y]. */
  double mean();

  /** The square root of Var[y], observation noise included. */
  double standardDeviation();

  /** The smallest y with P(Y ≤ y) ≥ p, 0 &lt; p &lt; 1. */
  double quantile(double p);

  /** P(Y ≤ y). */
  double cdf(double y);

  /** log p(y); for counts and classes log P(Y = y). */
  double logDensity(double y);

  /** Var[y], observation noise included. */
  default double variance() {
    return standardDeviation() * standardDeviation();
  }

  /** The quantile of level ½. */
  default double median() {
    return quantile(0.5);
  }

  /** The quantiles of several levels. */
  default double[] quantiles(double... levels) {
    Levels.quantiles(levels);
    double[] out = new double[levels.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = quantile(levels[k]);
    }
    return out;
  }

  /** Mean, standard deviation and quantiles in one pass. */
  default Summary.Row summary(double... levels) {
    double[] quantiles = quantiles(levels);
    return new Summary.Row(mean(), standardDeviation(), quantiles);
  }

  /**
   * The continuous ranked probability score at an observed y, in the units of y, smaller is better;
   * equation M7 in docs/equations.md. Accurate to 1e-6 interquartile ranges.
   */
  default double crps(double y) {
    return ask(
        held ->
            discrete()
                ? Crps.ofCounts(y, held::cdf, held::quantile)
                : Crps.ofDistribution(y, held::cdf, held::quantile));
  }

  /** Whether y takes whole values only. */
  default boolean discrete() {
    return false;
  }

  /** The number of classes when y is a class code 0, 1, …, else 0. */
  default int classes() {
    return 0;
  }

  /** P(Y = k) of every class. */
  default double[] classProbabilities() {
    throw new IllegalStateException(
        "class probabilities: this distribution is of numbers, not classes; use mean or quantile");
  }

  /**
   * Asks several questions at once: what is prepared for the first serves the others. The
   * distribution that is handed to them must not be kept.
   */
  default <R> R ask(Function<Distribution, R> questions) {
    return questions.apply(this);
  }

  /** Mean and deviation, or the probabilities of the classes, as text. */
  default String describe() {
    return classes() > 0
        ? Arrays.toString(classProbabilities())
        : String.format(Locale.ROOT, "%.4g ± %.4g", mean(), standardDeviation());
  }

  /** Draws of y. The same seed gives the same draws. */
  default double[] sample(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return ask(
        held -> {
          double[] out = new double[count];
          for (int k = 0; k < count; k++) {
            out[k] = held.quantile(Math.max(Double.MIN_NORMAL, random.nextDouble()));
          }
          return out;
        });
  }
}
