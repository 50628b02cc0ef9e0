package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;

/**
 * Matérn covariance with smoothness 1/2; equation K3 in docs/equations.md.
 *
 * <pre>
 *   k = v·exp(−r),  r = √(−2t) = √(Σ_d (x_d − z_d)²/ℓ_d²)
 *   dk/dt = k/r; infinite at r = 0, where k has a kink: its pullback is taken as 0 there
 * </pre>
 */
final class Matern12Covariance extends StationaryCovariance {
  Matern12Covariance(int inputs) {
    this(inputs, start(inputs));
  }

  private Matern12Covariance(int inputs, StartingValues start) {
    super("matern12", inputs, start);
  }

  @Override
  protected Matern12Covariance startingWith(StartingValues changed) {
    return new Matern12Covariance(inputs(), changed);
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    for (int i = 0; i < n; i++) {
      t[i] = -Math.sqrt(Math.max(0.0, -2.0 * t[i]));
    }
    Elementary.exp(t, 0, t, 0, n);
    for (int i = 0; i < n; i++) {
      t[i] *= v;
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
      double s = Math.max(0.0, -2.0 * t[i]);
      // 1/r as r/r², without the branch that would keep the loop from being vectorised: 0 at 0
      kBar[i] = kBar[i] * k[i] * Math.sqrt(s) / (s + Double.MIN_NORMAL);
    }
  }
}
