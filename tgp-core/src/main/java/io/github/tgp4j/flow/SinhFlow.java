package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;

/**
 * The hyperbolic sine; equation F7.
 *
 * <pre>
 *   g(f)  = sinh f;  f is kept within ±300, see {@link Saturation}
 *   g'(f) = cosh f = √(1 + g²)
 * </pre>
 */
final class SinhFlow extends FixedFlow {
  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() <= -Saturation.EXPONENT
            ? Double.NEGATIVE_INFINITY
            : Math.nextDown(sinh(input.lower())),
        input.upper() >= Saturation.EXPONENT
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(sinh(input.upper())));
  }

  private static double sinh(double f) {
    return Math.sinh(Saturation.clamp(f));
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    for (int i = from; i < from + n; i++) {
      g[i] = Saturation.clamp(g[i]);
    }
    Elementary.sinh(g, from, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      double value = lanes.g[i];
      lanes.bar[i] *= Math.sqrt(1.0 + value * value) * Saturation.inside(lanes.f[i]);
    }
  }

  @Override
  double logSlope(double f) {
    return Hyperbolic.logCosh(f);
  }

  @Override
  double logSlopePullback(double f, double lBar) {
    return lBar * Math.tanh(f);
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    Elementary.asinh(g, gFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "sinh";
  }
}
