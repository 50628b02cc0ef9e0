package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;

/**
 * Squared-exponential covariance; equation K2 in docs/equations.md.
 *
 * <pre>
 *   k = v·exp(t),  t = −½ Σ_d (x_d − z_d)²/ℓ_d²
 *   dk/dt = k, so that the pullback needs no exp
 * </pre>
 */
final class RbfCovariance extends StationaryCovariance {
  RbfCovariance(int inputs) {
    this(inputs, start(inputs));
  }

  private RbfCovariance(int inputs, StartingValues start) {
    super("rbf", inputs, start);
  }

  @Override
  protected RbfCovariance startingWith(StartingValues changed) {
    return new RbfCovariance(inputs(), changed);
  }

  @Override
  protected boolean isExponential() {
    return true;
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    exponential(v, t, n);
  }

  /** t[i] ← v·exp(t[i]), at most v. */
  static void exponential(double v, double[] t, int n) {
    Elementary.exp(t, 0, t, 0, n);
    for (int i = 0; i < n; i++) {
      t[i] = Math.min(v * t[i], v); // t may be above zero by rounding
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
    throw new AssertionError("not called: the profile is exponential");
  }
}
