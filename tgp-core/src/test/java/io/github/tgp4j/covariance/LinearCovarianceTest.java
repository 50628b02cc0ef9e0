package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class LinearCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.linear(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return weightedProduct(p, 0, x, z);
  }
}
