package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.MeanContract;

class ZeroMeanTest extends MeanContract {
  @Override
  protected MeanFunction mean() {
    return new ZeroMean();
  }
}
