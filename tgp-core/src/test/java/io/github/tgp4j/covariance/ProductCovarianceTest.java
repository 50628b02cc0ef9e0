package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class ProductCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.product(
        Covariances.linear(3), Covariances.sum(Covariances.matern52(3), Covariances.constant(3)));
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double r = Math.sqrt(squaredDistance(p, 4, x, z));
    double matern = p[3] * (1 + Math.sqrt(5) * r + 5 * r * r / 3) * Math.exp(-Math.sqrt(5) * r);
    return weightedProduct(p, 0, x, z) * (matern + p[7]);
  }
}
