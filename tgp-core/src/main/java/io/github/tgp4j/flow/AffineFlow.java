package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.DrawnAffine;
import io.github.tgp4j.elementary.SinhArcsinh;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * The affine flow; equation F2.
 *
 * <pre>
 *   θ = (a, b),  b &gt; 0 moves by factors; starts at the identity (0, 1)
 *   g(f) = a + b·f
 * </pre>
 */
record AffineFlow() implements Flow {
  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.of("a", Constraints.REAL, 0.0),
          Parameter.of("b", Constraints.LOG_POSITIVE, 1.0));

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
    return Interval.REAL;
  }

  @Override
  public int tapeWidth() {
    return 0;
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
    double a = theta[at];
    double b = theta[at + 1];
    System.arraycopy(f, fFrom, g, gFrom, n);
    for (int i = gFrom; i < gFrom + n; i++) {
      g[i] = Saturation.clamp(a + b * g[i], Double.MAX_VALUE);
    }
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
    new DrawnAffine(theta, at, draws, 1.0, Double.MAX_VALUE).apply(f, fFrom, shared, g, gFrom, n);
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
    SinhArcsinh.affinePullback(theta[at + 1], f, fFrom, bar, barFrom, n, thetaBar, at);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    Arrays.fill(out, outFrom, outFrom + n, Math.log(theta[at + 1]));
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
    thetaBar[at + 1] += Sums.sum(lBar, lBarFrom, n) / theta[at + 1];
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double a = theta[at];
    double b = theta[at + 1];
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = (g[gFrom + i] - a) / b;
    }
  }

  @Override
  public String toString() {
    return "affine";
  }
}
