package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class Matern52CovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.matern52(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double r = Math.sqrt(squaredDistance(p, 1, x, z));
    return p[0] * (1 + Math.sqrt(5) * r + 5 * r * r / 3) * Math.exp(-Math.sqrt(5) * r);
  }
}
