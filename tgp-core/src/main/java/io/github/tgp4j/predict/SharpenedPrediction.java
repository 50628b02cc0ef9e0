package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;
import java.util.Arrays;

/** Per row what a model predicts, surer or less sure; equation B10 in docs/equations.md. */
final class SharpenedPrediction implements DerivedPrediction {
  private final Prediction of;
  private final Sharpening sharpening;
  private final double deviation;
  private final Parallelism parallelism;

  SharpenedPrediction(Prediction of, Sharpening sharpening, Parallelism parallelism) {
    this.of = of;
    this.sharpening = sharpening;
    this.deviation = sharpening.deviation();
    this.parallelism = parallelism;
  }

  @Override
  public Prediction of() {
    return of;
  }

  @Override
  public Distribution row(int i) {
    return new SharpenedDistribution(of.row(i), sharpening, deviation);
  }

  @Override
  public double[] standardDeviation() {
    return times(of.standardDeviation(), deviation);
  }

  @Override
  public double[] variance() {
    return times(of.variance(), deviation * deviation);
  }

  private static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  @Override
  public double[][] quantiles(double... levels) {
    return of.quantiles(SharpenedDistribution.asked(levels, sharpening));
  }

  @Override
  public Summary summary(double... levels) {
    Summary own = of.summary(SharpenedDistribution.asked(levels, sharpening));
    double[] deviations = times(own.standardDeviation(), deviation);
    return new Summary(levels.clone(), own.mean(), deviations, own.quantiles());
  }

  @Override
  public double[] cdf(double[] y) {
    return Arrays.stream(of.cdf(y)).map(sharpening::level).toArray();
  }

  @Override
  public double[] logDensity(double[] y) {
    double[] out = of.logDensity(y); // which checks y
    if (rows() == 0) {
      return out;
    }
    double[] at = of.cdf(y);
    if (of.row(0).discrete()) {
      double[] before = of.cdf(Arrays.stream(y).map(v -> v - 1).toArray());
      Arrays.setAll(
          out, i -> SharpenedDistribution.logProbability(sharpening, out[i], before[i], at[i]));
    } else {
      Arrays.setAll(out, i -> out[i] + sharpening.logSlope(at[i]));
    }
    return out;
  }

  @Override
  public double[] crps(double[] y) {
    return EachRow.crps(this, parallelism, y);
  }

  @Override
  public String toString() {
    return describe();
  }
}
