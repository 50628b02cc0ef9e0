package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.MeanContract;

class LinearMeanTest extends MeanContract {
  @Override
  protected MeanFunction mean() {
    return new LinearMean(3).startingAt("slopes", 1, -2, 0.5);
  }
}
