package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;

/**
 * A softplus that is moved and stretched, onto the positive half line; equation F12.
 *
 * <pre>
 *   θ = (b, c, d),  b, d &gt; 0,  x = (f − c)/d;  starts at (1, 0, 1)
 *   g(f)  = b·log(1 + e^x);  x below −300 counts as −300, so that g stays above 0
 *   g'(f) = (b/d)·sigmoid(x)
 * </pre>
 */
public final class LogExpFlow extends LocationScaleFlow {
  public LogExpFlow() {
    super(false);
  }

  @Override
  public Interval range(Interval input) {
    return Interval.POSITIVE;
  }

  @Override
  public int tapeWidth() {
    return 2;
  }

  @Override
  void shape(double[] x, int from, int n) {
    for (int i = from; i < from + n; i++) {
      x[i] = Math.max(x[i], -Saturation.EXPONENT);
    }
    Elementary.softplus(x, from, x, from, n);
  }

  @Override
  void timesSlope(
      double[] tape,
      int tapeFrom,
      double[] f,
      int fFrom,
      double c,
      double inverseD,
      double scale,
      double[] bar,
      int barFrom,
      int n) {
    int slopeFrom = tapeFrom + n; // sigmoid(x) = 1 − e^(−s)
    for (int i = 0; i < n; i++) {
      tape[slopeFrom + i] = -tape[tapeFrom + i];
    }
    Elementary.expm1(tape, slopeFrom, tape, slopeFrom, n);
    for (int i = 0; i < n; i++) {
      double x = located(f[fFrom + i], c, inverseD);
      bar[barFrom + i] *= -scale * tape[slopeFrom + i] * Saturation.inside(Math.min(x, 0.0));
    }
  }

  @Override
  double logSlope(double x) {
    return -Scalars.softplus(-x);
  }

  @Override
  double logSlopeDerivative(double x) {
    return Scalars.sigmoid(-x);
  }

  @Override
  double shapeInverse(double value) {
    return SoftplusFlow.softplusInverse(value);
  }

  @Override
  public String toString() {
    return "log-exp";
  }
}
