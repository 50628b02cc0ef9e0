package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;

/**
 * The exponential flow, onto the positive half line; equation F4.
 *
 * <pre>
 *   g(f) = e^f,  g'(f) = g;  f is kept within ±300, see {@link Saturation}
 * </pre>
 */
final class ExpFlow extends FixedFlow {
  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() <= -Saturation.EXPONENT ? 0.0 : Math.nextDown(exp(input.lower())),
        input.upper() >= Saturation.EXPONENT
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(exp(input.upper())));
  }

  private static double exp(double f) {
    return Math.exp(Saturation.clamp(f));
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    for (int i = from; i < from + n; i++) {
      g[i] = Saturation.clamp(g[i]);
    }
    Elementary.exp(g, from, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= lanes.g[i] * Saturation.inside(lanes.f[i]);
    }
  }

  @Override
  double logSlope(double f) {
    return f;
  }

  @Override
  double logSlopePullback(double f, double lBar) {
    return lBar;
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = Math.max(g[gFrom + i], 0.0); // log 0 = −∞, the lower end of the domain
    }
    Elementary.log(f, fFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "exp";
  }
}
