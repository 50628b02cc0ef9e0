package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class Matern32CovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.matern32(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double r = Math.sqrt(squaredDistance(p, 1, x, z));
    return p[0] * (1 + Math.sqrt(3) * r) * Math.exp(-Math.sqrt(3) * r);
  }
}
