package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class SumCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.sum(Covariances.rbf(3), Covariances.white(3), Covariances.linear(3));
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double rbf = p[0] * Math.exp(-0.5 * squaredDistance(p, 1, x, z));
    return rbf + (sameRow ? p[4] : 0.0) + weightedProduct(p, 5, x, z);
  }
}
