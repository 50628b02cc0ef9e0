package io.github.tgp4j.mixture;

import io.github.tgp4j.predict.Distribution;

/** One row of a prediction whose mixture is at hand for as long as questions are asked. */
record PlacedRow(MixtureRow row, Mixture mixture) implements Distribution {
  @Override
  public double mean() {
    return mixture.mean();
  }

  @Override
  public double variance() {
    return mixture.variance();
  }

  @Override
  public double standardDeviation() {
    return mixture.standardDeviation();
  }

  @Override
  public double quantile(double p) {
    MixturePrediction.checkLevel(p);
    return mixture.quantile(p);
  }

  @Override
  public double[] quantiles(double... levels) {
    MixturePrediction.checkLevels(levels);
    return mixture.quantiles(levels);
  }

  @Override
  public double cdf(double y) {
    return mixture.cdf(y);
  }

  @Override
  public double logDensity(double y) {
    return mixture.logDensity(y);
  }

  @Override
  public double crps(double y) {
    return mixture.crps(y);
  }

  @Override
  public boolean discrete() {
    return row.discrete();
  }

  @Override
  public int classes() {
    return row.classes();
  }

  @Override
  public double[] classProbabilities() {
    return mixture.classProbabilities();
  }

  @Override
  public double[] sample(int count, long seed) {
    return row.sample(count, seed);
  }
}
