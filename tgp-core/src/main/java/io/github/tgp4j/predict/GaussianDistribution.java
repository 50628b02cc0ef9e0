package io.github.tgp4j.predict;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.metrics.Crps;

/** N(mean, sd²). */
record GaussianDistribution(double mean, double standardDeviation) implements Distribution {
  GaussianDistribution {
    if (!Double.isFinite(mean)) {
      throw new IllegalArgumentException("mean: expected a finite number but got " + mean);
    }
    if (!(standardDeviation > 0 && standardDeviation < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "standard deviation: expected a positive finite number but got " + standardDeviation);
    }
  }

  @Override
  public double quantile(double p) {
    return mean + standardDeviation * Scalars.normalQuantile(Levels.quantile(p));
  }

  @Override
  public double cdf(double y) {
    return Scalars.normalCdf((y - mean) / standardDeviation);
  }

  @Override
  public double logDensity(double y) {
    return Scalars.normalLogPdf((y - mean) / standardDeviation) - Math.log(standardDeviation);
  }

  @Override
  public double crps(double y) {
    return Crps.ofGaussian(y, mean, standardDeviation);
  }

  @Override
  public String toString() {
    return describe();
  }
}
