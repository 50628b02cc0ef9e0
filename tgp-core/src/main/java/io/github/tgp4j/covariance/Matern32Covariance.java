package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;

/**
 * Matérn covariance with smoothness 3/2; equation K4 in docs/equations.md.
 *
 * <pre>
 *   k = v·(1 + a)·exp(−a),  a = √3·r = √(−6t)
 *   dk/dt = 3·v·exp(−a) = 3k/(1 + a)
 * </pre>
 */
final class Matern32Covariance extends StationaryCovariance {
  Matern32Covariance(int inputs) {
    this(inputs, start(inputs));
  }

  private Matern32Covariance(int inputs, StartingValues start) {
    super("matern32", inputs, start);
  }

  @Override
  protected Matern32Covariance startingWith(StartingValues changed) {
    return new Matern32Covariance(inputs(), changed);
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    int mark = scratch.mark();
    double[] e = scratch.take(n);
    for (int i = 0; i < n; i++) {
      t[i] = Math.sqrt(Math.max(0.0, -6.0 * t[i]));
      e[i] = -t[i];
    }
    Elementary.exp(e, 0, e, 0, n);
    for (int i = 0; i < n; i++) {
      t[i] = v * (1.0 + t[i]) * e[i];
    }
    scratch.release(mark);
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
      double a = Math.sqrt(Math.max(0.0, -6.0 * t[i]));
      kBar[i] = 3.0 * kBar[i] * k[i] / (1.0 + a);
    }
  }
}
