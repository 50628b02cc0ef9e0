package io.github.tgp4j.param;

import io.github.tgp4j.text.Numbers;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * Priors on constrained values; equations P7–P9 in docs/equations.md. Their texts are those of the
 * model language: {@code normal(0, 1)}, {@code lognormal(0.7, 1)}, {@code gamma(2, 3)}.
 */
public final class Priors {
  private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

  private Priors() {}

  /** N(mean, sd²). */
  public static Prior normal(double mean, double sd) {
    checkFinite("normal prior mean", mean);
    check("normal prior sd", sd);
    return new Normal(mean, sd);
  }

  /** log v ~ N(mu, sigma²). */
  public static Prior logNormal(double mu, double sigma) {
    checkFinite("log-normal prior mu", mu);
    check("log-normal prior sigma", sigma);
    return new LogNormal(mu, sigma);
  }

  /** Density ∝ v^(shape−1)·exp(−rate·v). */
  public static Prior gamma(double shape, double rate) {
    check("gamma prior shape", shape);
    check("gamma prior rate", rate);
    return new Gamma(shape, rate);
  }

  private static void checkFinite(String what, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(what + ": expected a finite value but got " + value);
    }
  }

  private static void check(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + ": expected a finite value above 0 but got " + value);
    }
  }

  private record Normal(double mean, double sd) implements Prior {
    @Override
    public double logDensity(double value) {
      double z = (value - mean) / sd;
      return -0.5 * z * z - Math.log(sd) - HALF_LOG_2PI;
    }

    @Override
    public double logDensityGradient(double value) {
      return (mean - value) / (sd * sd);
    }

    @Override
    public String toString() {
      return "normal(" + Numbers.plain(mean) + ", " + Numbers.plain(sd) + ")";
    }
  }

  private record LogNormal(double mu, double sigma) implements Prior {
    @Override
    public double logDensity(double value) {
      double z = (Math.log(value) - mu) / sigma;
      return -0.5 * z * z - Math.log(sigma) - HALF_LOG_2PI - Math.log(value);
    }

    @Override
    public double logDensityGradient(double value) {
      return ((mu - Math.log(value)) / (sigma * sigma) - 1.0) / value;
    }

    @Override
    public String toString() {
      return "lognormal(" + Numbers.plain(mu) + ", " + Numbers.plain(sigma) + ")";
    }
  }

  private record Gamma(double shape, double rate) implements Prior {
    @Override
    public double logDensity(double value) {
      return shape * Math.log(rate)
          - LogGamma.value(shape)
          + (shape - 1) * Math.log(value)
          - rate * value;
    }

    @Override
    public double logDensityGradient(double value) {
      return (shape - 1) / value - rate;
    }

    @Override
    public String toString() {
      return "gamma(" + Numbers.plain(shape) + ", " + Numbers.plain(rate) + ")";
    }
  }
}
