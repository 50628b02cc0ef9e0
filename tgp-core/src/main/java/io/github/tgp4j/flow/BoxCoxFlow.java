package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The signed Box-Cox flow; equation F13.
 *
 * <pre>
 *   θ = λ in (0.05, 2.05), starts at 1, where g(f) = f − 1
 *   g(f)  = (sgn(f)·|f|^λ − 1)/λ = (f·p − 1)/λ,  p = |f|^(λ−1)
 *   g'(f) = p
 * </pre>
 *
 * <p>At f = 0 the derivative would be infinite (λ &lt; 1) or 0 (λ &gt; 1). Between −ε and ε, ε =
 * 1e-6, the power is therefore replaced by its chord: p = ε^(λ−1) and g' = p/λ, finite, above 0,
 * and still the derivative of what is computed. |f|^λ stops at e³⁰⁰, see {@link Saturation}.
 */
final class BoxCoxFlow extends ElementwiseFlow {
  static final double LOWEST = 0.05;
  static final double HIGHEST = 2.05;
  static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("lambda", Constraints.interval(LOWEST, HIGHEST), 1.0));

  /** Half the width of the chord through 0. */
  static final double CHORD = 1e-6;

  private static final double FAR = 1e60; // where the largest λ meets the saturation
  private static final double LOG_CHORD = Math.log(CHORD);

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  /**
   * For f ≥ 0 the flow increases with λ; below 0 it is concave in λ, lowest at an end of λ's
   * interval, and below −1/λ.
   */
  @Override
  public Interval range(Interval input) {
    double lower = Math.min(value(LOWEST, input.lower()), value(HIGHEST, input.lower()));
    double upper = input.upper() < 0 ? -1.0 / HIGHEST : value(HIGHEST, input.upper());
    return new Interval(
        input.lower() < -FAR ? Double.NEGATIVE_INFINITY : Math.nextDown(lower),
        input.upper() > FAR ? Double.POSITIVE_INFINITY : Math.nextUp(upper));
  }

  static double value(double lambda, double f) {
    if (Double.isInfinite(f)) {
      return f;
    }
    double log = Math.log(Math.max(Math.abs(f), CHORD));
    double power = f * Math.exp(exponent(lambda, log));
    return (Saturation.clamp(power, Saturation.LARGEST) - 1.0) / lambda;
  }

  /** log p = (λ − 1)·log|f|, held back so that f·p stays finite. */
  private static double exponent(double lambda, double log) {
    return Math.min((lambda - 1.0) * log, Saturation.EXPONENT + 1.0 - log);
  }

  /** 1 where |f| ≥ ε, else 1/λ: what the chord's slope is to the power's. */
  private static double chordFactor(double f, double lambda) {
    return Saturation.inside(f, CHORD) * (1.0 / lambda - 1.0) + 1.0;
  }

  /** log max(|f|, ε) and p. */
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
    for (int i = 0; i < n; i++) {
      lanes.a[i] = Math.max(Math.abs(lanes.f[i]), CHORD);
    }
    Elementary.log(lanes.a, 0, lanes.a, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.b[i] = exponent(lambda, lanes.a[i]);
    }
    Elementary.exp(lanes.b, 0, lanes.b, 0, n);
    System.arraycopy(lanes.a, 0, tape, tapeFrom, n);
    System.arraycopy(lanes.b, 0, tape, tapeFrom + n, n);
    double scale = 1.0 / lambda;
    for (int i = 0; i < n; i++) {
      double power = lanes.f[i] * lanes.b[i];
      lanes.g[i] = (Saturation.clamp(power, Saturation.LARGEST) - 1.0) * scale;
    }
    System.arraycopy(lanes.g, 0, g, from, n);
  }

  @Override
  protected void pullbackLanes(
      double[] theta, int at, Lanes lanes, int n, double[] tape, int tapeFrom, double[] thetaBar) {
    double lambda = theta[at];
    System.arraycopy(tape, tapeFrom, lanes.a, 0, n);
    System.arraycopy(tape, tapeFrom + n, lanes.b, 0, n);
    double lambdaBar = -Sums.dot(lanes.bar, 0, lanes.g, 0, n); // ∂g/∂λ = (f·p·log|f| − g)/λ
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= lanes.b[i] * Saturation.inside(lambda * lanes.a[i]);
    }
    lambdaBar += Sums.dot(lanes.bar, 0, lanes.f, 0, lanes.a, 0, n);
    thetaBar[at] += lambdaBar / lambda;
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= chordFactor(lanes.f[i], lambda);
    }
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double lambda = theta[at];
    double inChord = (lambda - 1.0) * LOG_CHORD - Math.log(lambda);
    for (int i = 0; i < n; i++) {
      double size = Math.abs(f[fFrom + i]);
      out[outFrom + i] = size < CHORD ? inChord : (lambda - 1.0) * Math.log(size);
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
    double lambdaBar = 0.0;
    for (int i = 0; i < n; i++) {
      double x = f[fFrom + i];
      double bar = lBar[lBarFrom + i];
      if (Math.abs(x) < CHORD) {
        lambdaBar += bar * (LOG_CHORD - 1.0 / lambda);
      } else {
        lambdaBar += bar * Math.log(Math.abs(x));
        fBar[fBarFrom + i] += bar * (lambda - 1.0) / x;
      }
    }
    thetaBar[at] += lambdaBar;
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double lambda = theta[at];
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = InverseBoxCoxFlow.value(lambda, g[gFrom + i]);
    }
  }

  @Override
  public String toString() {
    return "boxcox";
  }
}
