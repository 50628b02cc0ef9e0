package io.github.tgp4j.predict;

/**
 * A distribution moved and widened: y = location + scale·z.
 *
 * @param standard that of z
 * @param location finite
 * @param scale finite and above 0
 */
public record LocatedDistribution(Distribution standard, double location, double scale)
    implements Distribution {
  public LocatedDistribution {
    if (!(Double.isFinite(location) && scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "distribution: expected a finite location and scale, the scale above 0, but got "
              + location
              + " and "
              + scale);
    }
  }

  private double standardised(double y) {
    return (y - location) / scale;
  }

  @Override
  public double mean() {
    return location + scale * standard.mean();
  }

  @Override
  public double standardDeviation() {
    return scale * standard.standardDeviation();
  }

  @Override
  public double quantile(double p) {
    return location + scale * standard.quantile(p);
  }

  @Override
  public double cdf(double y) {
    return standard.cdf(standardised(y));
  }

  @Override
  public double logDensity(double y) {
    return standard.logDensity(standardised(y)) - Math.log(scale);
  }

  @Override
  public String toString() {
    return describe();
  }
}
