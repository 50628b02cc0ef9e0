package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.MeanContract;

class ConstantMeanTest extends MeanContract {
  @Override
  protected MeanFunction mean() {
    return new ConstantMean(0.3);
  }
}
