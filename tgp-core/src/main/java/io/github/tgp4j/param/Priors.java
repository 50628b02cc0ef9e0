package io.github.tgp4j.param;

import org.apache.commons.numbers.gamma.LogGamma;

/** Priors on constrained values; equations P7–P9 in docs/equations.md. */
public final class Priors {
  private static final double HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

  private Priors() {}

  /** N(mean, sd²). */
  public static Prior normal(double mean, double sd) {
    check("normal prior sd", sd);
    return new Normal(mean, sd);
  }

  /** log v ~ N(mu, sigma²). */
  public static Prior logNormal(double mu, double sigma) {
    check("log-normal prior sigma", sigma);
    return new LogNormal(mu, sigma);
  }

  /** Density ∝ v^(shape−1)·exp(−rate·v). */
  public static Prior gamma(double shape, double rate) {
    check("gamma prior shape", shape);
    check("gamma prior rate", rate);
    return new Gamma(shape, rate);
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
  }
}
