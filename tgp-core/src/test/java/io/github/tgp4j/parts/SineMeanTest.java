package io.github.tgp4j.parts;

import io.github.tgp4j.covariance.MeanFunction;
import io.github.tgp4j.testing.MeanContract;

class SineMeanTest extends MeanContract {
  @Override
  protected MeanFunction mean() {
    return new SineMean(1);
  }
}
