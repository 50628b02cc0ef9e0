package io.github.tgp4j.covariance;

class RbfCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.rbf(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.exp(-0.5 * squaredDistance(p, 1, x, z));
  }
}
