package io.github.tgp4j.predict;

/** A prediction made of another: what it does not change is the other's. */
interface DerivedPrediction extends Prediction {
  /** The other. */
  Prediction of();

  @Override
  default int rows() {
    return of().rows();
  }

  @Override
  default void ready(int from, int to) {
    of().ready(from, to);
  }

  @Override
  default double[] mean() {
    return of().mean();
  }

  @Override
  default double[] variance() {
    return of().variance();
  }

  @Override
  default double[] standardDeviation() {
    return of().standardDeviation();
  }

  /** Of one level as of several, which each kind has its own way for. */
  @Override
  default double[] quantile(double p) {
    return quantiles(p)[0];
  }

  @Override
  double[][] quantiles(double... levels);

  @Override
  default Summary summary(double... levels) {
    return new Summary(levels.clone(), mean(), standardDeviation(), quantiles(levels));
  }

  @Override
  default double[] latentMean(int c) {
    return of().latentMean(c);
  }

  @Override
  default double[] latentVariance(int c) {
    return of().latentVariance(c);
  }
}
