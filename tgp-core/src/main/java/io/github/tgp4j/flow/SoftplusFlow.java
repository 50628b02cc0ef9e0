package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The softplus flow, onto the positive half line and close to the identity far above 0; equation
 * F6.
 *
 * <pre>
 *   g(f)  = log(1 + e^f);  f below −300 counts as −300, so that g stays above 0
 *   g'(f) = sigmoid(f) = 1 − e^(−g)
 * </pre>
 */
public record SoftplusFlow() implements Flow {
  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Interval domain() {
    return Interval.REAL;
  }

  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() <= -Saturation.EXPONENT ? 0.0 : Math.nextDown(softplus(input.lower())),
        Math.nextUp(softplus(input.upper())));
  }

  private static double softplus(double f) {
    return Scalars.softplus(Math.max(f, -Saturation.EXPONENT));
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
    System.arraycopy(f, fFrom, g, gFrom, n);
    for (int i = gFrom; i < gFrom + n; i++) {
      g[i] = Math.max(g[i], -Saturation.EXPONENT);
    }
    Elementary.softplus(g, gFrom, g, gFrom, n);
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
    if (n > Lanes.SIZE) {
      for (int from = 0; from < n; from += Lanes.SIZE) {
        pullback(
            theta,
            at,
            f,
            fFrom + from,
            g,
            gFrom + from,
            bar,
            barFrom + from,
            Math.min(Lanes.SIZE, n - from),
            tape,
            tapeFrom + from,
            thetaBar);
      }
      return;
    }
    Lanes lanes = Lanes.ofThread();
    System.arraycopy(f, fFrom, lanes.a, 0, n);
    System.arraycopy(g, gFrom, lanes.b, 0, n);
    System.arraycopy(bar, barFrom, lanes.bar, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.b[i] = -lanes.b[i];
    }
    Elementary.expm1(lanes.b, 0, lanes.b, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.bar[i] *= -lanes.b[i] * Saturation.inside(Math.min(lanes.a[i], 0.0));
    }
    System.arraycopy(lanes.bar, 0, bar, barFrom, n);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = -Scalars.softplus(-f[fFrom + i]);
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
    for (int i = 0; i < n; i++) {
      fBar[fBarFrom + i] += lBar[lBarFrom + i] * Scalars.sigmoid(-f[fFrom + i]);
    }
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = softplusInverse(g[gFrom + i]);
    }
  }

  /** log(e^g − 1); −∞, the lower end of the domain, for g ≤ 0. */
  static double softplusInverse(double g) {
    return g > 0 ? Scalars.softplusInverse(g) : Double.NEGATIVE_INFINITY;
  }

  @Override
  public String toString() {
    return "softplus";
  }
}
