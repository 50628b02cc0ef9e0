package io.github.tgp4j.predict;

import java.util.function.Function;

/**
 * A distribution whose quantiles were recalibrated; equation B9 in docs/equations.md. Everything
 * else, the density and the distribution function too, is that of the model.
 */
record CalibratedDistribution(Distribution of, QuantileCalibration calibration, Support support)
    implements Distribution {
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
    double level = calibration.level(p);
    if (level <= 0) {
      return support.lower();
    }
    return level >= 1 ? support.upper() : of.quantile(level);
  }

  @Override
  public double[] quantiles(double... levels) {
    Levels.quantiles(levels);
    return ask(
        held -> {
          double[] out = new double[levels.length];
          for (int k = 0; k < out.length; k++) {
            out[k] = held.quantile(levels[k]);
          }
          return out;
        });
  }

  @Override
  public double cdf(double y) {
    return of.cdf(y);
  }

  @Override
  public double logDensity(double y) {
    return of.logDensity(y);
  }

  @Override
  public double crps(double y) {
    return of.crps(y);
  }

  @Override
  public boolean discrete() {
    return of.discrete();
  }

  @Override
  public double[] sample(int count, long seed) {
    return of.sample(count, seed);
  }

  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    return of.ask(held -> questions.apply(new CalibratedDistribution(held, calibration, support)));
  }

  @Override
  public String toString() {
    return describe();
  }
}
