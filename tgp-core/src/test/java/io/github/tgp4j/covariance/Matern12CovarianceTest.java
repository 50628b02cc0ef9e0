package io.github.tgp4j.covariance;

class Matern12CovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.matern12(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.exp(-Math.sqrt(squaredDistance(p, 1, x, z)));
  }
}
