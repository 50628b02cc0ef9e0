package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class WhiteCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.white(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return sameRow ? p[0] : 0.0;
  }
}
