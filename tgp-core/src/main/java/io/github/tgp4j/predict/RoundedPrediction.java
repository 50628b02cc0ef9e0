package io.github.tgp4j.predict;

import java.util.Arrays;

/** A prediction of numbers taken for one of whole numbers, row by row. */
record RoundedPrediction(Prediction of) implements DerivedPrediction {
  @Override
  public Distribution row(int i) {
    return new RoundedDistribution(of.row(i));
  }

  @Override
  public double[][] quantiles(double... levels) {
    return whole(of.quantiles(levels));
  }

  @Override
  public Summary summary(double... levels) {
    Summary own = of.summary(levels);
    return new Summary(levels.clone(), own.mean(), own.standardDeviation(), whole(own.quantiles()));
  }

  private static double[][] whole(double[][] quantiles) {
    for (double[] level : quantiles) {
      Arrays.setAll(level, i -> Math.ceil(level[i] - 0.5));
    }
    return quantiles;
  }

  @Override
  public double[] cdf(double[] y) {
    return of.cdf(Arrays.stream(y).map(v -> Math.floor(v) + 0.5).toArray());
  }

  @Override
  public double[] logDensity(double[] y) {
    double[] above = of.cdf(Arrays.stream(y).map(v -> v + 0.5).toArray());
    double[] below = of.cdf(Arrays.stream(y).map(v -> v - 0.5).toArray());
    double[] out = of.logDensity(y);
    for (int i = 0; i < out.length; i++) {
      out[i] =
          y[i] == Math.rint(y[i])
              ? RoundedDistribution.log(above[i], below[i], out[i])
              : Double.NEGATIVE_INFINITY;
    }
    return out;
  }

  @Override
  public String toString() {
    return describe();
  }
}
