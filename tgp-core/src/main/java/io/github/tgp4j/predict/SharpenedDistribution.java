package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.function.Function;

/**
 * A distribution of numbers that is surer, or less sure, of the same; equation B10 in
 * docs/equations.md. The mean stays where it was, and the standard deviation changes as that of a
 * Gaussian does: exact where the distribution is one, and close enough to be read beside quantiles
 * where it is not.
 *
 * @param deviation by what the standard deviation changes
 */
record SharpenedDistribution(Distribution of, Sharpening sharpening, double deviation)
    implements Distribution {
  private static final double LEAST = 1e-10; // of a difference that rounding has not eaten

  @Override
  public double mean() {
    return of.mean();
  }

  @Override
  public double standardDeviation() {
    return deviation * of.standardDeviation();
  }

  @Override
  public double quantile(double p) {
    return of.quantile(sharpening.asked(Levels.quantile(p)));
  }

  @Override
  public double[] quantiles(double... levels) {
    return of.quantiles(asked(levels, sharpening));
  }

  static double[] asked(double[] levels, Sharpening sharpening) {
    return Arrays.stream(Levels.quantiles(levels)).map(sharpening::asked).toArray();
  }

  @Override
  public Summary.Row summary(double... levels) {
    Summary.Row own = of.summary(asked(levels, sharpening));
    return new Summary.Row(own.mean(), deviation * own.standardDeviation(), own.quantiles());
  }

  @Override
  public double cdf(double y) {
    return sharpening.level(of.cdf(y));
  }

  @Override
  public double logDensity(double y) {
    return of.ask(
        held -> {
          double log = held.logDensity(y);
          return discrete()
              ? logProbability(sharpening, log, held.cdf(y - 1), held.cdf(y))
              : log + sharpening.logSlope(held.cdf(y));
        });
  }

  /** Of a whole number, by F just before it and at it. */
  static double logProbability(Sharpening sharpening, double log, double before, double at) {
    double mass = sharpening.level(at) - sharpening.level(before);
    boolean possible = log > Double.NEGATIVE_INFINITY;
    return possible && mass > LEAST
        ? Math.log(mass)
        : log + sharpening.logSlope(0.5 * (before + at));
  }

  @Override
  public boolean discrete() {
    return of.discrete();
  }

  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    return of.ask(held -> questions.apply(new SharpenedDistribution(held, sharpening, deviation)));
  }

  @Override
  public String toString() {
    return describe();
  }
}
