package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class PolynomialCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.polynomial(3, 3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return Math.pow(weightedProduct(p, 0, x, z) + p[3], 3);
  }
}
