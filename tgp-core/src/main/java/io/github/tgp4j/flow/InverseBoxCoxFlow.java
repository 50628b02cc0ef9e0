package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The inverse of {@link BoxCoxFlow}, chord and all; equation F14.
 *
 * <pre>
 *   θ = λ in (0.05, 2.05), starts at 1, where g(f) = f + 1;  v = λ·f + 1
 *   g(f)  = sgn(v)·|v|^(1/λ) = v·p,  p = |v|^(1/λ − 1)
 *   g'(f) = p
 * </pre>
 *
 * <p>For |v| &lt; ε^λ, ε = 1e-6, it is the chord g = v·ε^(1−λ) with derivative λ·ε^(1−λ). |v|^(1/λ)
 * stops at e³⁰⁰, see {@link Saturation}.
 */
final class InverseBoxCoxFlow extends ElementwiseFlow {
  private static final double LOG_CHORD = Math.log(BoxCoxFlow.CHORD);

  @Override
  public List<Parameter> parameters() {
    return BoxCoxFlow.PARAMETERS;
  }

  /** The flow decreases with λ as long as v is positive, that is for f &gt; −1/2.05. */
  @Override
  public Interval range(Interval input) {
    boolean positive = input.lower() > -1.0 / BoxCoxFlow.HIGHEST;
    return new Interval(
        positive
            ? Math.nextDown(value(BoxCoxFlow.HIGHEST, input.lower()))
            : Double.NEGATIVE_INFINITY,
        input.upper() > 1e5
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(Math.max(0.0, value(BoxCoxFlow.LOWEST, input.upper()))));
  }

  /** v = λ·f + 1, finite. */
  private static double base(double lambda, double f) {
    return Saturation.clamp(lambda * f + 1.0, Double.MAX_VALUE);
  }

  static double value(double lambda, double f) {
    double v = base(lambda, f);
    double log = Math.log(Math.max(Math.abs(v), Math.exp(lambda * LOG_CHORD)));
    double power = v * Math.exp(exponent(lambda, log));
    return Double.isInfinite(f) ? f : Saturation.clamp(power, Saturation.LARGEST);
  }

  /** log p = (1/λ − 1)·log|v|, held back so that v·p stays finite. */
  private static double exponent(double lambda, double log) {
    return Math.min((1.0 / lambda - 1.0) * log, Saturation.EXPONENT + 1.0 - log);
  }

  /** log max(|v|, ε^λ) and p. */
  @Override
  public int tapeWidth() {
    return 2;
  }

  @Override
  protected void forwardInPlace(
      double[] theta, int at, double[] g, int from, int n, double[] tape, int tapeFrom) {
    Lanes lanes = Lanes.ofThread();
    System.arraycopy(g, from, lanes.f, 0, n);
    double lambda = theta[at];
    double chord = Math.exp(lambda * LOG_CHORD);
    for (int i = 0; i < n; i++) {
      lanes.g[i] = base(lambda, lanes.f[i]);
      lanes.a[i] = Math.max(Math.abs(lanes.g[i]), chord);
    }
    Elementary.log(lanes.a, 0, lanes.a, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.b[i] = exponent(lambda, lanes.a[i]);
    }
    Elementary.exp(lanes.b, 0, lanes.b, 0, n);
    System.arraycopy(lanes.a, 0, tape, tapeFrom, n);
    System.arraycopy(lanes.b, 0, tape, tapeFrom + n, n);
    for (int i = 0; i < n; i++) {
      lanes.g[i] = Saturation.clamp(lanes.g[i] * lanes.b[i], Saturation.LARGEST);
    }
    System.arraycopy(lanes.g, 0, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    double lambda = theta[at];
    double inverse = 1.0 / lambda;
    double chord = Math.exp(lambda * LOG_CHORD);
    System.arraycopy(tape, tapeFrom, lanes.a, 0, n);
    System.arraycopy(tape, tapeFrom + n, lanes.b, 0, n);
    for (int i = 0; i < n; i++) { // the chord has λ times the derivatives of the power
      double inChord = Saturation.inside(base(lambda, lanes.f[i]), chord);
      double inside = Saturation.inside(inverse * lanes.a[i]);
      lanes.bar[i] *= inside * (1.0 + inChord * (lambda - 1.0));
    }
    double logTerm = Sums.dot(lanes.bar, 0, lanes.g, 0, lanes.a, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= lanes.b[i];
    }
    // ∂g/∂λ = p·f/λ − g·log|v|/λ²
    thetaBar[at] += inverse * (Sums.dot(lanes.bar, 0, lanes.f, 0, n) - inverse * logTerm);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double lambda = theta[at];
    double chord = Math.exp(lambda * LOG_CHORD);
    double inChord = Math.log(lambda) + (1.0 - lambda) * LOG_CHORD;
    for (int i = 0; i < n; i++) {
      double size = Math.abs(base(lambda, f[fFrom + i]));
      out[outFrom + i] = size < chord ? inChord : (1.0 / lambda - 1.0) * Math.log(size);
    }
  }

  @Override
  public void logDerivativePullback(
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
    double lambda = theta[at];
    double chord = Math.exp(lambda * LOG_CHORD);
    double lambdaBar = 0.0;
    for (int i = 0; i < n; i++) {
      double x = f[fFrom + i];
      double v = base(lambda, x);
      double bar = lBar[lBarFrom + i];
      if (Math.abs(v) < chord) {
        lambdaBar += bar * (1.0 / lambda - LOG_CHORD);
      } else {
        double log = Math.log(Math.abs(v));
        lambdaBar += bar * ((1.0 / lambda - 1.0) * x / v - log / (lambda * lambda));
        fBar[fBarFrom + i] += bar * (1.0 - lambda) / v;
      }
    }
    thetaBar[at] += lambdaBar;
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double lambda = theta[at];
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = BoxCoxFlow.value(lambda, g[gFrom + i]);
    }
  }

  @Override
  public String toString() {
    return "inverse(boxcox)";
  }
}
