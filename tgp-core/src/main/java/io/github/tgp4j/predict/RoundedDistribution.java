package io.github.tgp4j.predict;

import java.util.function.Function;

/**
 * A distribution of numbers taken for one of whole numbers: P(Y = k) = F(k + ½) − F(k − ½), for
 * targets that are counts; equation B6 in docs/equations.md. Mean and deviation are those of the
 * numbers.
 */
record RoundedDistribution(Distribution of) implements Distribution {
  private static final double LEAST = 1e-300;

  @Override
  public double mean() {
    return of.mean();
  }

  @Override
  public double standardDeviation() {
    return of.standardDeviation();
  }

  @Override
  public double quantile(double p) {
    return Math.ceil(of.quantile(p) - 0.5);
  }

  @Override
  public double cdf(double y) {
    return of.cdf(Math.floor(y) + 0.5);
  }

  @Override
  public double logDensity(double y) {
    return y == Math.rint(y)
        ? log(of.cdf(y + 0.5), of.cdf(y - 0.5), of.logDensity(y))
        : Double.NEGATIVE_INFINITY;
  }

  /** The logarithm of a difference; the density where rounding has eaten it. */
  static double log(double above, double below, double logDensity) {
    double mass = above - below;
    return mass > 1e-10 ? Math.log(mass) : Math.max(logDensity, Math.log(LEAST));
  }

  @Override
  public boolean discrete() {
    return true;
  }

  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    return of.ask(held -> questions.apply(new RoundedDistribution(held)));
  }

  @Override
  public double[] sample(int count, long seed) {
    double[] out = of.sample(count, seed);
    for (int i = 0; i < count; i++) {
      out[i] = Math.rint(out[i]);
    }
    return out;
  }

  @Override
  public String toString() {
    return describe();
  }
}
