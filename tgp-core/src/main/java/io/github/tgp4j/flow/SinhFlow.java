package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The hyperbolic sine; equation F7.
 *
 * <pre>
 *   g(f)  = sinh f;  f is kept within ±300, see {@link Saturation}
 *   g'(f) = cosh f = √(1 + g²)
 * </pre>
 */
public record SinhFlow() implements Flow {
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
        input.lower() <= -Saturation.EXPONENT
            ? Double.NEGATIVE_INFINITY
            : Math.nextDown(sinh(input.lower())),
        input.upper() >= Saturation.EXPONENT
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(sinh(input.upper())));
  }

  private static double sinh(double f) {
    return Math.sinh(Saturation.clamp(f));
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
      g[i] = Saturation.clamp(g[i]);
    }
    Elementary.sinh(g, gFrom, g, gFrom, n);
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
      double value = lanes.b[i];
      lanes.bar[i] *= Math.sqrt(1.0 + value * value) * Saturation.inside(lanes.a[i]);
    }
    System.arraycopy(lanes.bar, 0, bar, barFrom, n);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = Hyperbolic.logCosh(f[fFrom + i]);
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
      fBar[fBarFrom + i] += lBar[lBarFrom + i] * Math.tanh(f[fFrom + i]);
    }
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    Elementary.asinh(g, gFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "sinh";
  }
}
