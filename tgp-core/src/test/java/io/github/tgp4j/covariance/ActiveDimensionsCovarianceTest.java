package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class ActiveDimensionsCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.product(
        Covariances.restrict(3, Covariances.rbf(2), 2, 0),
        Covariances.restrict(3, Covariances.linear(1), 1));
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double s = Math.pow((x[2] - z[2]) / p[1], 2) + Math.pow((x[0] - z[0]) / p[2], 2);
    return p[0] * Math.exp(-0.5 * s) * p[3] * x[1] * z[1];
  }
}
