package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;

/**
 * The hyperbolic tangent, whose range a ± b is bounded; equation F10.
 *
 * <pre>
 *   g(f)  = a + b·tanh((f − c)/d);  b, d &gt; 0
 *   g'(f) = (b/d)·(1 − tanh²)
 * </pre>
 */
public final class TanhFlow extends LocationScaleFlow {
  /** The flow with its shift a. */
  public TanhFlow() {
    this(true);
  }

  /**
   * @param shifted whether the flow has the shift a; without it prints {@code tanh(unshifted)}
   */
  public TanhFlow(boolean shifted) {
    super(shifted);
  }

  @Override
  public Interval range(Interval input) {
    return Interval.REAL;
  }

  @Override
  void shape(double[] x, int from, int n) {
    Elementary.tanh(x, from, x, from, n);
  }

  @Override
  void timesSlope(double[] x, double[] values, double scale, double[] bar, int n) {
    for (int i = 0; i < n; i++) {
      double t = values[i];
      bar[i] *= scale * ((1.0 - t) * (1.0 + t));
    }
  }

  @Override
  double logSlope(double x) {
    return -2.0 * Hyperbolic.logCosh(x);
  }

  @Override
  double logSlopeDerivative(double x) {
    return -2.0 * Math.tanh(x);
  }

  @Override
  double shapeInverse(double value) {
    return Hyperbolic.atanh(value);
  }

  @Override
  public String toString() {
    return shifted() ? "tanh" : "tanh(unshifted)";
  }
}
