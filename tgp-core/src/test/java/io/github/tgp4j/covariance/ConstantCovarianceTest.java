package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class ConstantCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.constant(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0];
  }
}
