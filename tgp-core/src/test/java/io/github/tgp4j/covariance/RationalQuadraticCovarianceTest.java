package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class RationalQuadraticCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.rationalQuadratic(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.pow(1 + squaredDistance(p, 1, x, z) / (2 * p[4]), -p[4]);
  }
}
