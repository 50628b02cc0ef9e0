package io.github.tgp4j.parts;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.testing.CovarianceContract;

class CauchyCovarianceTest extends CovarianceContract {
  @Override
  protected Covariance covariance() {
    return new CauchyCovariance(3);
  }

  @Override
  protected double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    return p[0] / (1 + squaredDistance(p, 1, x, z));
  }
}
