package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

class CosineCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return Covariances.cosine(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double turns = 0.0;
    for (int d = 0; d < 3; d++) {
      turns += (x[d] - z[d]) / p[1 + d];
    }
    return p[0] * Math.cos(2 * Math.PI * turns);
  }
}
