package io.github.tgp4j.covariance;

class ConstantCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.constant(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0];
  }
}
