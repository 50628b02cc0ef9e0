package io.github.tgp4j.covariance;

import io.github.tgp4j.testing.CovarianceContract;

/** The contract of the arc-cosine covariance of one order. */
abstract class ArcCosineContract extends CovarianceContract {
  abstract int order();

  @Override
  protected final Covariance covariance() {
    return Covariances.arcCosine(3, order());
  }

  @Override
  protected final double formula(double[] p, double[] x, double[] z, boolean sameRow) {
    double xx = weightedProduct(p, 1, x, x) + p[4];
    double zz = weightedProduct(p, 1, z, z) + p[4];
    double c = (weightedProduct(p, 1, x, z) + p[4]) / Math.sqrt(xx * zz);
    double phi = sameRow ? 0.0 : Math.acos(Math.min(1.0, c));
    double j =
        switch (order()) {
          case 0 -> Math.PI - phi;
          case 1 -> Math.sin(phi) + (Math.PI - phi) * Math.cos(phi);
          default ->
              3 * Math.sin(phi) * Math.cos(phi)
                  + (Math.PI - phi) * (1 + 2 * Math.pow(Math.cos(phi), 2));
        };
    return p[0] / Math.PI * Math.pow(xx * zz, order() / 2.0) * j;
  }
}
