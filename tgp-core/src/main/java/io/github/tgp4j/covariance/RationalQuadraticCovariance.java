package io.github.tgp4j.covariance;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;

/**
 * Rational quadratic covariance, a mixture of RBFs over lengthscales; equation K6 in
 * docs/equations.md.
 *
 * <pre>
 *   k = v·w^(−α),  w = 1 − t/α = 1 + Σ_d (x_d − z_d)²/(2αℓ_d²)
 *   dk/dt = k/w
 *   dk/dα = k·(−log w + (w − 1)/w)
 * </pre>
 */
final class RationalQuadraticCovariance extends StationaryCovariance {
  RationalQuadraticCovariance(int inputs) {
    this(inputs, start(inputs, Parameter.of("alpha", Constraints.POSITIVE, 1.0)));
  }

  private RationalQuadraticCovariance(int inputs, StartingValues start) {
    super("rq", inputs, start);
  }

  @Override
  protected RationalQuadraticCovariance startingWith(StartingValues changed) {
    return new RationalQuadraticCovariance(inputs(), changed);
  }

  @Override
  protected void profile(double v, double[] theta, int shape, double[] t, int n, Scratch scratch) {
    double alpha = theta[shape];
    for (int i = 0; i < n; i++) {
      t[i] = Math.max(0.0, -t[i]) / alpha;
    }
    Elementary.log1p(t, 0, t, 0, n);
    for (int i = 0; i < n; i++) {
      t[i] *= -alpha;
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
    int mark = scratch.mark();
    double alpha = theta[shape];
    double[] logW = scratch.take(n);
    for (int i = 0; i < n; i++) {
      t[i] = Math.max(0.0, -t[i]) / alpha; // w − 1
    }
    Elementary.log1p(t, 0, logW, 0, n);
    for (int i = 0; i < n; i++) {
      logW[i] = k[i] * (t[i] / (1.0 + t[i]) - logW[i]);
    }
    thetaBar[shape] += Entrywise.dot(logW, kBar, n, scratch);
    for (int i = 0; i < n; i++) {
      kBar[i] = kBar[i] * k[i] / (1.0 + t[i]);
    }
    scratch.release(mark);
  }
}
