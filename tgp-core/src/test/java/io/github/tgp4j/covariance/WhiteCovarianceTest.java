package io.github.tgp4j.covariance;

class WhiteCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.white(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return sameRow ? p[0] : 0.0;
  }
}
