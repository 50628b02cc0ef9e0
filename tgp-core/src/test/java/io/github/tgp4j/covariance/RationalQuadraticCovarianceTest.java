package io.github.tgp4j.covariance;

class RationalQuadraticCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.rationalQuadratic(3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] * Math.pow(1 + squaredDistance(p, 1, x, z) / (2 * p[4]), -p[4]);
  }
}
