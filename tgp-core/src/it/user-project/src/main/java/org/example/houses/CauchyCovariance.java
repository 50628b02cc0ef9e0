package org.example.houses;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.StartingValues;
import io.github.tgp4j.covariance.StationaryCovariance;

/** A user's covariance: φ(t) = 1/(1 − 2t), that is k = v/(1 + r²); dφ/dt = 2φ². */
final class CauchyCovariance extends StationaryCovariance {
  CauchyCovariance(int inputs) {
    this(inputs, start(inputs));
  }

  private CauchyCovariance(int inputs, StartingValues start) {
    super("cauchy", inputs, start);
  }

  @Override
  protected CauchyCovariance startingWith(StartingValues changed) {
    return new CauchyCovariance(inputs(), changed);
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    for (int i = 0; i < n; i++) {
      t[i] = v / (1.0 - 2.0 * Math.min(t[i], 0.0));
    }
  }

  @Override
  protected void profilePullback(
      double[] theta,
      int shape,
      double[] t,
      double[] k,
      double[] kBar,
      int n,
      double[] thetaBar,
      Scratch scratch) {
    for (int i = 0; i < n; i++) {
      kBar[i] *= 2.0 * k[i] / (1.0 - 2.0 * Math.min(t[i], 0.0));
    }
  }
}
