package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.DrawnAffine;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.elementary.SinhArcsinh;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The sinh-arcsinh flow, which skews (a) and changes the tails (b); equation F8.
 *
 * <pre>
 *   θ = (a, b),  b &gt; 0,  u = asinh(f),  z = b·u − a;  starts at the identity (0, 1)
 *   g(f)  = sinh(z);  z is kept within ±300, see {@link Saturation}
 *   g'(f) = b·cosh(z)/√(1 + f²),  cosh(z) = √(1 + g²)
 * </pre>
 *
 * <p>The tape holds u, √(1 + f²) and cosh(z): the pullback is one division and a few products.
 */
public record SinhArcsinhFlow() implements Flow {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of("a", Constraints.REAL, 0.0), Parameter.of("b", Constraints.POSITIVE, 1.0));

  /** sinh of it is finite: the inverse may go further out than the flow. */
  private static final double LARGEST_INVERSE = 700.0;

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
    return Interval.REAL; // a moves every half line anywhere
  }

  @Override
  public int tapeWidth() {
    return SinhArcsinh.TAPE_WIDTH;
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
    SinhArcsinh.forward(
        theta[at], theta[at + 1], Saturation.EXPONENT, f, fFrom, g, gFrom, n, tape, tapeFrom);
  }

  @Override
  public void forwardDraws(
      double[] theta,
      int at,
      int draws,
      double[] f,
      int fFrom,
      boolean shared,
      double[] g,
      int gFrom,
      int n) {
    double[] u = shared ? new double[n] : g;
    int uFrom = shared ? 0 : gFrom;
    Elementary.asinh(f, fFrom, u, uFrom, shared ? n : n * draws);
    new DrawnAffine(theta, at, draws, -1.0, Saturation.EXPONENT)
        .apply(u, uFrom, shared, g, gFrom, n);
    Elementary.sinh(g, gFrom, g, gFrom, n * draws);
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
    SinhArcsinh.pullback(
        theta[at],
        theta[at + 1],
        Saturation.EXPONENT,
        tape,
        tapeFrom,
        bar,
        barFrom,
        n,
        thetaBar,
        at);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double a = theta[at];
    double b = theta[at + 1];
    double logB = Math.log(b);
    for (int i = 0; i < n; i++) {
      double u = Scalars.asinh(f[fFrom + i]);
      out[outFrom + i] = logB + Hyperbolic.logCosh(b * u - a) - Hyperbolic.logCosh(u);
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
    double a = theta[at];
    double b = theta[at + 1];
    double aBar = 0.0;
    double bBar = 0.0;
    for (int i = 0; i < n; i++) {
      double x = f[fFrom + i];
      double u = Scalars.asinh(x);
      double tanhZ = Math.tanh(b * u - a);
      double bar = lBar[lBarFrom + i];
      aBar -= bar * tanhZ;
      bBar += bar * (1.0 / b + u * tanhZ);
      fBar[fBarFrom + i] += bar * (b * tanhZ - Math.tanh(u)) / Math.hypot(1.0, x);
    }
    thetaBar[at] += aBar;
    thetaBar[at + 1] += bBar;
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double a = theta[at];
    double b = theta[at + 1];
    Elementary.asinh(g, gFrom, f, fFrom, n);
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = Saturation.clamp((f[fFrom + i] + a) / b, LARGEST_INVERSE);
    }
    Elementary.sinh(f, fFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "sinh-arcsinh";
  }
}
