package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/**
 * The logarithm, of the positive half line; equation F5.
 *
 * <pre>
 *   g(f) = log f,  g'(f) = 1/f,  f &gt; 0; f below 1e-300 counts as 1e-300
 * </pre>
 */
public record LogFlow() implements Flow {
  private static final double FLOOR = 1e-300;
  private static final double LARGEST_LOG = 700.0; // exp of it is finite, of its negative above 0

  @Override
  public List<Parameter> parameters() {
    return List.of();
  }

  @Override
  public Interval domain() {
    return Interval.POSITIVE;
  }

  @Override
  public Interval range(Interval input) {
    return new Interval(
        input.lower() < FLOOR ? Double.NEGATIVE_INFINITY : Math.nextDown(Math.log(input.lower())),
        input.upper() == Double.POSITIVE_INFINITY
            ? Double.POSITIVE_INFINITY
            : Math.nextUp(Math.log(Math.max(input.upper(), FLOOR))));
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
      g[i] = Math.max(g[i], FLOOR);
    }
    Elementary.log(g, gFrom, g, gFrom, n);
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
    System.arraycopy(bar, barFrom, lanes.bar, 0, n);
    for (int i = 0; i < n; i++) {
      lanes.bar[i] /= Math.max(lanes.a[i], FLOOR);
    }
    System.arraycopy(lanes.bar, 0, bar, barFrom, n);
  }

  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = -Math.log(Math.max(f[fFrom + i], FLOOR));
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
      fBar[fBarFrom + i] += -lBar[lBarFrom + i] / Math.max(f[fFrom + i], FLOOR);
    }
  }

  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = Saturation.clamp(g[gFrom + i], LARGEST_LOG);
    }
    Elementary.exp(f, fFrom, f, fFrom, n);
  }

  @Override
  public String toString() {
    return "log";
  }
}
