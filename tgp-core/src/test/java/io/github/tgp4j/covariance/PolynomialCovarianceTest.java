package io.github.tgp4j.covariance;

class PolynomialCovarianceTest extends CovarianceContract {
  @Override
  Covariance covariance() {
    return Covariances.polynomial(3, 3);
  }

  @Override
  double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return Math.pow(weightedProduct(p, 0, x, z) + p[3], 3);
  }
}
