package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class PeriodicCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.periodic(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double sum = 0.0;
    for (int d = 0; d < 3; d++) {
      sum += Math.pow(Math.sin(Math.PI * (x[d] - z[d]) / p[4]) / p[1 + d], 2);
    }
    return p[0] * Math.exp(-2 * sum);
  }
}
