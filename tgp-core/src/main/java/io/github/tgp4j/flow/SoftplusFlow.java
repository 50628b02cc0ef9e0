package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;

/**
 * The softplus flow, onto the positive half line and close to the identity far above 0; equation
 * F6.
 *
 * <pre>
 *   g(f)  = log(1 + e^f);  f below −300 counts as −300, so that g stays above 0
 *   g'(f) = sigmoid(f) = 1 − e^(−g)
 * </pre>
 */
final class SoftplusFlow extends FixedFlow {
  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() <= -Saturation.EXPONENT ? 0.0 : Math.nextDown(softplus(input.lower())),
        Math.nextUp(softplus(input.upper())));
  }

  private static double softplus(double f) {
    return Scalars.softplus(Math.max(f, -Saturation.EXPONENT));
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    for (int i = from; i < from + n; i++) {
      g[i] = Math.max(g[i], -Saturation.EXPONENT);
    }
    Elementary.softplus(g, from, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      lanes.g[i] = -lanes.g[i];
    }
    Elementary.expm1(lanes.g, 0, lanes.g, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= -lanes.g[i] * Saturation.inside(Math.min(lanes.f[i], 0.0));
    }
  }

  @Override
  double logSlope(double f) {
    return -Scalars.softplus(-f);
  }

  @Override
  double logSlopePullback(double f, double lBar) {
    return lBar * Scalars.sigmoid(-f);
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = softplusInverse(g[gFrom + i]);
    }
  }

  /** log(e^g − 1); −∞, the lower end of the domain, for g ≤ 0. */
  static double softplusInverse(double g) {
    return g > 0 ? Scalars.softplusInverse(g) : Double.NEGATIVE_INFINITY;
  }

  @Override
  public String toString() {
    return "softplus";
  }
}
