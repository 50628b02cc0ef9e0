package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;

/**
 * Matérn covariance with smoothness 5/2; equation K5 in docs/equations.md.
 *
 * <pre>
 *   k = v·(1 + a + a²/3)·exp(−a),  a = √5·r = √(−10t)
 *   dk/dt = (5/3)·v·(1 + a)·exp(−a) = (5/3)·k·(1 + a)/(1 + a + a²/3)
 * </pre>
 */
final class Matern52Covariance extends StationaryCovariance {
  Matern52Covariance(int inputs) {
    this(inputs, start(inputs));
  }

  private Matern52Covariance(int inputs, StartingValues start) {
    super("matern52", inputs, start);
  }

  @Override
  protected Matern52Covariance startingWith(StartingValues changed) {
    return new Matern52Covariance(inputs(), changed);
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    int mark = scratch.mark();
    double[] e = scratch.take(n);
    for (int i = 0; i < n; i++) {
      t[i] = Math.sqrt(Math.max(0.0, -10.0 * t[i]));
      e[i] = -t[i];
    }
    Elementary.exp(e, 0, e, 0, n);
    for (int i = 0; i < n; i++) {
      double a = t[i];
      t[i] = v * (1.0 + a + a * a * (1.0 / 3.0)) * e[i];
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
      double a = Math.sqrt(Math.max(0.0, -10.0 * t[i]));
      kBar[i] = kBar[i] * k[i] * (5.0 + 5.0 * a) / (3.0 + 3.0 * a + a * a);
    }
  }
}
