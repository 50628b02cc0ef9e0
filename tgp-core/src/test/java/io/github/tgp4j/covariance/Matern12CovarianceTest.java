package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class Matern12CovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.matern12(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.exp(-Math.sqrt(squaredDistance(p, 1, x, z)));
  }
}
