package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class RbfCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.rbf(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.exp(-0.5 * squaredDistance(p, 1, x, z));
  }
}
