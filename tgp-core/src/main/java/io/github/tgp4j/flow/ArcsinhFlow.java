package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;

/**
 * The inverse hyperbolic sine, which draws in the tails; equation F11.
 *
 * <pre>
 *   g(f)  = a + b·asinh(x),  x = (f − c)/d;  b, d &gt; 0
 *   g'(f) = (b/d)/√(1 + x²)
 * </pre>
 */
public final class ArcsinhFlow extends LocationScaleFlow {
  private static final double LARGEST_INVERSE = 700.0; // sinh of it is finite

  /** The flow with its shift a. */
  public ArcsinhFlow() {
    this(true);
  }

  /**
   * @param shifted whether the flow has the shift a; without it prints {@code arcsinh(unshifted)}
   */
  public ArcsinhFlow(boolean shifted) {
    super(shifted);
  }

  @Override
  public Interval range(Interval input) {
    return Interval.REAL;
  }

  @Override
  void shape(double[] x, int from, int n) {
    Elementary.asinh(x, from, x, from, n);
  }

  @Override
  void timesSlope(double[] x, double[] values, double scale, double[] bar, int n) {
    for (int i = 0; i < n; i++) {
      bar[i] *= scale / Math.sqrt(1.0 + x[i] * x[i]);
    }
  }

  @Override
  double logSlope(double x) {
    return -0.5 * Math.log1p(x * x);
  }

  @Override
  double logSlopeDerivative(double x) {
    return -x / (1.0 + x * x);
  }

  @Override
  double shapeInverse(double value) {
    return Math.sinh(Saturation.clamp(value, LARGEST_INVERSE));
  }

  @Override
  public String toString() {
    return shifted() ? "arcsinh" : "arcsinh(unshifted)";
  }
}
