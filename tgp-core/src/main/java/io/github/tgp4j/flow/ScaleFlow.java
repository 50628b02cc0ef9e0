package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * A change of scale, which keeps the half line that it is given; equation F3.
 *
 * <pre>
 *   θ = b &gt; 0, moves by factors; starts at the identity 1
 *   g(f) = b·f
 * </pre>
 */
record ScaleFlow() implements Flow {
  private static final List<Parameter> PARAMETERS =
      List.of(Parameter.of("b", Constraints.LOG_POSITIVE, 1.0));

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
    return scaled(input);
  }

  /** The smallest interval that contains b·input for every b &gt; 0. */
  static Interval scaled(Interval input) {
    return new Interval(
        input.lower() >= 0 ? 0.0 : Double.NEGATIVE_INFINITY,
        input.upper() <= 0 ? 0.0 : Double.POSITIVE_INFINITY);
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
    double b = theta[at];
    System.arraycopy(f, fFrom, g, gFrom, n);
    for (int i = gFrom; i < gFrom + n; i++) {
      g[i] = Saturation.clamp(b * g[i], Double.MAX_VALUE);
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
    thetaBar[at] += Sums.dot(bar, barFrom, f, fFrom, n);
    double b = theta[at];
    for (int i = 0; i < n; i++) {
      bar[barFrom + i] *= b;
    }
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    Arrays.fill(out, outFrom, outFrom + n, Math.log(theta[at]));
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
    thetaBar[at] += Sums.sum(lBar, lBarFrom, n) / theta[at];
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double b = theta[at];
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = g[gFrom + i] / b;
    }
  }

  @Override
  public String toString() {
    return "scale";
  }
}
