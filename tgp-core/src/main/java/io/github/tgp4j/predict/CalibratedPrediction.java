package io.github.tgp4j.predict;

import java.util.Arrays;

/** Per row what a model predicts, with recalibrated quantiles; equation B9. */
record CalibratedPrediction(Prediction of, QuantileCalibration calibration, Support support)
    implements DerivedPrediction {
  @Override
  public Distribution row(int i) {
    return new CalibratedDistribution(of.row(i), calibration, support);
  }

  @Override
  public double[][] quantiles(double... levels) {
    return placed(levels, of.quantiles(asked(levels)));
  }

  @Override
  public Summary summary(double... levels) {
    Summary own = of.summary(asked(levels));
    double[][] quantiles = placed(levels, own.quantiles());
    return new Summary(levels.clone(), own.mean(), own.standardDeviation(), quantiles);
  }

  /** The levels that the other is asked for. */
  private double[] asked(double[] levels) {
    Levels.quantiles(levels);
    return Arrays.stream(levels).map(calibration::level).filter(p -> p > 0 && p < 1).toArray();
  }

  /** Its answers in their places, and the ends of the support in those of other levels. */
  private double[][] placed(double[] levels, double[][] answers) {
    double[][] out = new double[levels.length][];
    int next = 0;
    for (int k = 0; k < out.length; k++) {
      double asked = calibration.level(levels[k]);
      if (asked > 0 && asked < 1) {
        out[k] = answers[next++];
      } else {
        out[k] = new double[rows()];
        Arrays.fill(out[k], asked <= 0 ? support.lower() : support.upper());
      }
    }
    return out;
  }

  @Override
  public double[] cdf(double[] y) {
    return of.cdf(y);
  }

  @Override
  public double[] logDensity(double[] y) {
    return of.logDensity(y);
  }

  @Override
  public double[] crps(double[] y) {
    return of.crps(y);
  }

  @Override
  public double[][] sample(int count, long seed) {
    return of.sample(count, seed);
  }

  @Override
  public String toString() {
    return describe();
  }
}
