package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;

/**
 * The logarithm, of the positive half line; equation F5.
 *
 * <pre>
 *   g(f) = log f,  g'(f) = 1/f,  f &gt; 0; f below 1e-300 counts as 1e-300
 * </pre>
 */
final class LogFlow extends FixedFlow {
  private static final double FLOOR = 1e-300;
  private static final double LARGEST_LOG = 700.0; // exp of it is finite, of its negative above 0

  @Override
  public Interval domain() {
    return Interval.POSITIVE;
  }

  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() < FLOOR ? Double.NEGATIVE_INFINITY : Math.nextDown(Math.log(input.lower())),
        input.upper() == Double.POSITIVE_INFINITY
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(Math.log(Math.max(input.upper(), FLOOR))));
  }

  @Override
  protected boolean readsValues() {
    return false;
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    for (int i = from; i < from + n; i++) {
      g[i] = Math.max(g[i], FLOOR);
    }
    Elementary.log(g, from, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    for (int i = 0; i < n; i++) {
      lanes.bar[i] /= Math.max(lanes.f[i], FLOOR);
    }
  }

  @Override
  double logSlope(double f) {
    return -Math.log(Math.max(f, FLOOR));
  }

  @Override
  double logSlopePullback(double f, double lBar) {
    return -lBar / Math.max(f, FLOOR);
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = Saturation.clamp(g[gFrom + i], LARGEST_LOG);
    }
    Elementary.exp(f, fFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "log";
  }
}
