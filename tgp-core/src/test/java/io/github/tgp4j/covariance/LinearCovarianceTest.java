package io.github.tgp4j.covariance;

class LinearCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.linear(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return weightedProduct(p, 0, x, z);
  }
}
