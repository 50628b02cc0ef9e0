package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * Tukey's g-and-h flow: g skews, h makes both tails heavier; equation F15.
 *
 * <pre>
 *   θ = (g, h),  g real,  h &gt; 0;  starts at (0, 0.01), close to the identity
 *   x = g·f,  E(x) = (eˣ − 1)/x with E(0) = 1,  y = h·f²/2
 *   G(f)  = (e^(g·f) − 1)/g·e^y = f·E(x)·e^y
 *   G'(f) = e^y·(eˣ + h·f²·E(x)) &gt; 0
 * </pre>
 *
 * <p>E makes the limit g → 0 smooth, so that g may change its sign in training. x and y are kept
 * below 150 and |G| below e³⁰⁰; beyond, the derivative counts as 0. The inverse has no closed form
 * and is found by {@link MonotoneRoot}.
 */
record TukeyFlow() implements Flow {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of("g", Constraints.REAL, 0.0), Parameter.of("h", Constraints.POSITIVE, 0.01));

  private static final double MOST = 0.5 * Saturation.EXPONENT;
  private static final double CUBABLE = 1e100;
  private static final double SERIES = 0.1; // below, E and E′ are sums of powers

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public Interval domain() {
    return Interval.REAL;
  }

  @Override
  public Interval range(Interval input) {
    return ScaleFlow.scaled(input); // keeps the sign, whatever θ
  }

  /** E(x) and e^y. */
  @Override
  public int tapeWidth() {
    return 2;
  }

  @Override
  public void forward(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    double skew = theta[at];
    double tail = theta[at + 1];
    int tailFrom = tapeFrom + n;
    for (int i = 0; i < n; i++) {
      double x = f[fFrom + i];
      tape[tapeFrom + i] = Math.min(skew * x, MOST);
      tape[tailFrom + i] = Math.min(0.5 * (tail * x) * x, MOST);
    }
    Elementary.expm1(tape, tapeFrom, tape, tapeFrom, n);
    Elementary.exp(tape, tailFrom, tape, tailFrom, n);
    for (int i = 0; i < n; i++) {
      double x = Math.min(skew * f[fFrom + i], MOST);
      tape[tapeFrom + i] = Math.abs(x) < SERIES ? relative(x) : tape[tapeFrom + i] / x;
      double value = f[fFrom + i] * tape[tapeFrom + i] * tape[tailFrom + i];
      g[gFrom + i] = Saturation.clamp(value, Saturation.LARGEST);
    }
  }

  @Override
  public void pullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] tape,
      int tapeFrom,
      double[] thetaBar) {
    double skew = theta[at];
    double tail = theta[at + 1];
    double skewBar = 0.0;
    double tailBar = 0.0;
    for (int i = 0; i < n; i++) {
      double z = f[fFrom + i];
      double x = skew * z;
      double square = z * z;
      if (!(x < MOST && tail * square < Saturation.EXPONENT)
          || Math.abs(g[gFrom + i]) >= Saturation.LARGEST) {
        bar[barFrom + i] = 0.0;
        continue;
      }
      double e = tape[tapeFrom + i];
      double exp = 1.0 + x * e;
      double eSlope = Math.abs(x) < SERIES ? relativeSlope(x) : (exp - e) / x;
      double scaled = bar[barFrom + i] * tape[tapeFrom + n + i];
      skewBar += scaled * square * eSlope;
      tailBar += 0.5 * scaled * square * z * e;
      bar[barFrom + i] = scaled * (exp + tail * square * e);
    }
    thetaBar[at] += skewBar;
    thetaBar[at + 1] += tailBar;
  }

  /** E(x) near 0: Σ xᵏ/(k+1)!. */
  private static double relative(double x) {
    double sum = 0.0;
    for (int k = 9; k >= 0; k--) {
      sum = 1.0 + sum * x / (k + 2);
    }
    return sum;
  }

  /** E′(x) near 0: Σ xᵏ·(k+1)/(k+2)!. */
  private static double relativeSlope(double x) {
    double sum = 0.0;
    for (int k = 9; k >= 0; k--) { // ½·(1 + x·(2/3)·(1 + x·(3/8)·(…)))
      sum = 1.0 + sum * x * (k + 2) / ((k + 1.0) * (k + 3));
    }
    return 0.5 * sum;
  }

  /** E(x)/max(1, eˣ), which does not overflow. */
  private static double scaledRelative(double x) {
    if (Math.abs(x) < SERIES) {
      return relative(x) * Math.exp(-Math.max(x, 0.0));
    }
    double size = Math.abs(x);
    return -Math.expm1(-size) / size;
  }

  /** E′(x)/max(1, eˣ), from e = E(x)/max(1, eˣ) and exp = eˣ/max(1, eˣ). */
  private static double scaledRelativeSlope(double x, double e, double exp) {
    return Math.abs(x) < SERIES ? relativeSlope(x) * Math.exp(-Math.max(x, 0.0)) : (exp - e) / x;
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double skew = theta[at];
    double tail = theta[at + 1];
    for (int i = 0; i < n; i++) {
      double z = Saturation.clamp(f[fFrom + i], CUBABLE);
      double x = skew * z;
      double e = scaledRelative(x);
      double slope = Math.exp(Math.min(x, 0.0)) + tail * z * z * e;
      double log = slope > 0 ? Math.max(x, 0.0) + Math.log(slope) : x;
      out[outFrom + i] = 0.5 * tail * z * z + log;
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
    double skew = theta[at];
    double tail = theta[at + 1];
    for (int i = 0; i < n; i++) {
      double z = Saturation.clamp(f[fFrom + i], CUBABLE);
      double x = skew * z;
      double exp = Math.exp(Math.min(x, 0.0));
      double e = scaledRelative(x);
      double eSlope = scaledRelativeSlope(x, e, exp);
      double slope = Math.max(exp + tail * z * z * e, Double.MIN_NORMAL);
      double bar = lBar[lBarFrom + i];
      double inner = exp + tail * z * z * eSlope; // times g for ∂/∂f, times f for ∂/∂g
      fBar[fBarFrom + i] += bar * (tail * z + (skew * inner + 2.0 * tail * z * e) / slope);
      thetaBar[at] += bar * z * inner / slope;
      thetaBar[at + 1] += bar * z * z * (0.5 + e / slope);
    }
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    MonotoneRoot.solve(this, theta, at, g, gFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "tukey";
  }
}
