package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.ArrayList;
import java.util.List;

/**
 * A fixed increasing shape s, moved and stretched both ways; equation F9.
 *
 * <pre>
 *   θ = (a, b, c, d) or, without the shift, (b, c, d);  b, d &gt; 0;  starts at (0, 1, 0, 1)
 *   x = (f − c)/d, kept within ±1e150
 *   g(f)  = a + b·s(x)
 *   g'(f) = (b/d)·s'(x)
 * </pre>
 *
 * <p>A sum of such flows needs the shift a only once; its other terms go without.
 */
abstract sealed class LocationScaleFlow extends ElementwiseFlow
    permits TanhFlow, ArcsinhFlow, LogExpFlow {
  private final boolean shifted;
  private final List<Parameter> parameters;

  LocationScaleFlow(boolean shifted) {
    this.shifted = shifted;
    List<Parameter> all = new ArrayList<>();
    if (shifted) {
      all.add(Parameter.of("a", Constraints.REAL, 0.0));
    }
    all.add(Parameter.of("b", Constraints.POSITIVE, 1.0));
    all.add(Parameter.of("c", Constraints.REAL, 0.0));
    all.add(Parameter.of("d", Constraints.POSITIVE, 1.0));
    this.parameters = List.copyOf(all);
  }

  /** s in place: x[from+i] becomes s(x[from+i]). */
  abstract void shape(double[] x, int from, int n);

  /** bar[i] *= scale·s'(x[i]) where values[i] = s(x[i]), which may be overwritten. */
  abstract void timesSlope(double[] x, double[] values, double scale, double[] bar, int n);

  /** log s'(x). */
  abstract double logSlope(double x);

  /** d log s'(x)/dx. */
  abstract double logSlopeDerivative(double x);

  /** s⁻¹(value), ±∞ where s does not reach it. */
  abstract double shapeInverse(double value);

  static double located(double f, double c, double inverseD) {
    return Saturation.clamp((f - c) * inverseD, Saturation.SQUARABLE);
  }

  final boolean shifted() {
    return shifted;
  }

  @Override
  public final List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public final int tapeWidth() {
    return 1;
  }

  @Override
  protected final boolean readsValues() {
    return false;
  }

  @Override
  protected final void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    int p = shifted ? at + 1 : at;
    double a = shifted ? theta[at] : 0.0;
    double b = theta[p];
    double c = theta[p + 1];
    double inverseD = 1.0 / theta[p + 2];
    for (int i = from; i < from + n; i++) {
      g[i] = located(g[i], c, inverseD);
    }
    shape(g, from, n);
    System.arraycopy(g, from, tape, tapeFrom, n);
    for (int i = from; i < from + n; i++) {
      g[i] = a + b * g[i];
    }
  }

  @Override
  protected final void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    int p = shifted ? at + 1 : at;
    double b = theta[p];
    double c = theta[p + 1];
    double inverseD = 1.0 / theta[p + 2];
    System.arraycopy(tape, tapeFrom, lanes.a, 0, n);
    if (shifted) {
      thetaBar[at] += Sums.sum(lanes.bar, 0, n);
    }
    thetaBar[p] += Sums.dot(lanes.bar, 0, lanes.a, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.f[i] = located(lanes.f[i], c, inverseD);
    }
    timesSlope(lanes.f, lanes.a, b * inverseD, lanes.bar, n);
    thetaBar[p + 1] -= Sums.sum(lanes.bar, 0, n);
    thetaBar[p + 2] -= Sums.dot(lanes.bar, 0, lanes.f, 0, n);
  }

  @Override
  public final void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    int p = shifted ? at + 1 : at;
    double logScale = Math.log(theta[p]) - Math.log(theta[p + 2]);
    double c = theta[p + 1];
    double inverseD = 1.0 / theta[p + 2];
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = logScale + logSlope(located(f[fFrom + i], c, inverseD));
    }
  }

  @Override
  public final void logDerivativePullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] lBar,
      int lBarFrom,
      double[] fBar,
      int fBarFrom,
      int n,
      double[] thetaBar) {
    int p = shifted ? at + 1 : at;
    double c = theta[p + 1];
    double inverseD = 1.0 / theta[p + 2];
    double total = 0.0;
    double cBar = 0.0;
    double dBar = 0.0;
    for (int i = 0; i < n; i++) {
      double x = located(f[fFrom + i], c, inverseD);
      double bar = lBar[lBarFrom + i];
      double slope = bar * logSlopeDerivative(x) * inverseD;
      fBar[fBarFrom + i] += slope;
      total += bar;
      cBar -= slope;
      dBar -= slope * x + bar * inverseD;
    }
    thetaBar[p] += total / theta[p];
    thetaBar[p + 1] += cBar;
    thetaBar[p + 2] += dBar;
  }

  @Override
  public final void inverse(
      double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    int p = shifted ? at + 1 : at;
    double a = shifted ? theta[at] : 0.0;
    double b = theta[p];
    double c = theta[p + 1];
    double d = theta[p + 2];
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = c + d * shapeInverse((g[gFrom + i] - a) / b);
    }
  }
}
