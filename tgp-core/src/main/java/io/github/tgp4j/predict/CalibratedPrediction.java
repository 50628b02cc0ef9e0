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
    Levels.quantiles(levels);
    double[] asked = Arrays.stream(levels).map(calibration::level).toArray();
    double[][] known = of.quantiles(Arrays.stream(asked).filter(p -> p > 0 && p < 1).toArray());
    double[][] out = new double[levels.length][];
    int next = 0;
    for (int k = 0; k < out.length; k++) {
      if (asked[k] > 0 && asked[k] < 1) {
        out[k] = known[next++];
      } else {
        out[k] = new double[rows()];
        Arrays.fill(out[k], asked[k] <= 0 ? support.lower() : support.upper());
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
