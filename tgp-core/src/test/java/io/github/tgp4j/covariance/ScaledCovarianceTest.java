package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class ScaledCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.scale(0.3, Covariances.matern32(3));
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double a = Math.sqrt(3 * squaredDistance(p, 1, x, z));
    return 0.3 * p[0] * (1 + a) * Math.exp(-a);
  }
}
