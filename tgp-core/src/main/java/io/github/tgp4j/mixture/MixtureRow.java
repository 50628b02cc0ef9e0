package io.github.tgp4j.mixture;

import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.rows.RowChecks;
import java.util.function.Function;

/** One row of a prediction. */
final class MixtureRow implements Distribution {
  private final MixturePrediction prediction;
  private final int index;

  MixtureRow(MixturePrediction prediction, int index) {
    this.prediction = prediction;
    this.index = index;
  }

  @Override
  public double mean() {
    prediction.noClasses("mean");
    return prediction.at(index, Mixture::mean);
  }

  @Override
  public double variance() {
    prediction.noClasses("variance");
    return prediction.at(index, Mixture::variance);
  }

  @Override
  public double standardDeviation() {
    prediction.noClasses("standardDeviation");
    return prediction.at(index, Mixture::standardDeviation);
  }

  @Override
  public double quantile(double p) {
    MixturePrediction.checkLevel(p);
    prediction.noClasses("quantile");
    return prediction.at(index, mixture -> mixture.quantile(p));
  }

  @Override
  public double[] quantiles(double... levels) {
    return summary(levels).quantiles();
  }

  @Override
  public Summary.Row summary(double... levels) {
    MixturePrediction.checkLevels(levels);
    prediction.noClasses("summary");
    return prediction.summaryAt(index, levels);
  }

  @Override
  public double crps(double y) {
    prediction.noClasses("crps");
    return prediction.at(index, mixture -> mixture.crps(y));
  }

  @Override
  public double cdf(double y) {
    prediction.noClasses("cdf");
    return prediction.at(index, mixture -> mixture.cdf(y));
  }

  @Override
  public double logDensity(double y) {
    return prediction.at(index, mixture -> mixture.logDensity(y));
  }

  @Override
  public boolean discrete() {
    return prediction.output().likelihood().discrete();
  }

  @Override
  public int classes() {
    return prediction.output().likelihood().classes();
  }

  @Override
  public double[] classProbabilities() {
    prediction.needsClasses();
    double[][] out = new double[1][];
    prediction.at(
        index,
        mixture -> {
          out[0] = mixture.classProbabilities();
          return 0.0;
        });
    return out[0];
  }

  /** The mixture of the row is put together once for all questions. */
  @Override
  public <R> R ask(Function<Distribution, R> questions) {
    return prediction.place(index, mixture -> questions.apply(new PlacedRow(this, mixture)));
  }

  @Override
  public double[] sample(int count, long seed) {
    RowChecks.checkDraws(count);
    return prediction.draws(index, count, seed);
  }

  @Override
  public String toString() {
    return describe();
  }
}
