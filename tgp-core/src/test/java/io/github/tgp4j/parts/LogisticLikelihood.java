package io.github.tgp4j.parts;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.likelihood.ScalarLikelihood;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;
import java.util.random.RandomGenerator;

/** A user's likelihood: logistic noise of scale s around f. */
final class LogisticLikelihood extends ScalarLikelihood {
  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.of("scale", Constraints.LOG_POSITIVE, 0.2));
  }

  /** log p = −|z| − 2·log(1 + e^(−|z|)) − log s, z = (y − f)/s. */
  @Override
  protected double logDensity(double[] theta, int at, double y, double f) {
    double z = Math.abs(y - f) / theta[at];
    return -z - 2.0 * Math.log1p(Math.exp(-z)) - Math.log(theta[at]);
  }

  @Override
  protected double logDensityPullback(
      double[] theta, int at, double y, double f, double bar, double[] thetaBar) {
    double z = (y - f) / theta[at];
    double slope = Math.tanh(0.5 * z); // −d log p/dz
    thetaBar[at] += bar * (z * slope - 1.0) / theta[at];
    return bar * slope / theta[at];
  }

  @Override
  protected double mean(double[] theta, int at, double f) {
    return f;
  }

  @Override
  protected double variance(double[] theta, int at, double f) {
    return Math.PI * Math.PI / 3.0 * theta[at] * theta[at];
  }

  @Override
  protected double cdf(double[] theta, int at, double y, double f) {
    return Scalars.sigmoid((y - f) / theta[at]);
  }

  @Override
  protected double sample(double[] theta, int at, double f, RandomGenerator random) {
    double u = random.nextDouble(Double.MIN_NORMAL, 1.0);
    return f + theta[at] * (Math.log(u) - Math.log1p(-u));
  }

  @Override
  public String toString() {
    return "logistic";
  }
}
