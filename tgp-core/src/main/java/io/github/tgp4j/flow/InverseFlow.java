package io.github.tgp4j.flow;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * The inverse of a flow G, with the same parameters; equation F17.
 *
 * <pre>
 *   g(f) = y with G(y; θ) = f
 *   ∂g/∂f = 1/G'(y),  ∂g/∂θ = −(∂G/∂θ)(y)/G'(y),  log g'(f) = −log G'(y)
 * </pre>
 *
 * <p>The derivatives are those of the implicit function, from the pullbacks of G. Where G does not
 * reach f (a bounded G, whose ends depend on θ), y stops at ±e³⁰⁰ or at the end of G's domain and
 * the derivative is 0.
 */
final class InverseFlow implements Flow {
  private static final int SMALL_CHUNK = 64;
  private static final double STEEPEST = 1e150;

  private final Flow wrapped;
  private final double lowest; // the outermost results
  private final double highest;

  InverseFlow(Flow wrapped) {
    this.wrapped = wrapped;
    Interval domain = wrapped.domain();
    this.lowest = Math.max(Math.nextUp(domain.lower()), -Saturation.LARGEST);
    this.highest = Math.min(Math.nextDown(domain.upper()), Saturation.LARGEST);
  }

  /** The flow of which this is the inverse. */
  public Flow wrapped() {
    return wrapped;
  }

  @Override
  public List<Parameter> parameters() {
    return wrapped.parameters();
  }

  @Override
  public Interval domain() {
    return wrapped.range(wrapped.domain());
  }

  @Override
  public Interval range(Interval input) {
    return wrapped.domain();
  }

  /** G's tape at y, G(y), 1/G'(y), and room for an adjoint. */
  @Override
  public int tapeWidth() {
    return wrapped.tapeWidth() + 3;
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
    invert(theta, at, f, fFrom, g, gFrom, n);
    int valueFrom = tapeFrom + wrapped.tapeWidth() * n;
    wrapped.forward(theta, at, g, gFrom, tape, valueFrom, n, tape, tapeFrom);
    inverseSlope(theta, at, g, gFrom, tape, valueFrom + n, n);
  }

  private void invert(double[] theta, int at, double[] f, int fFrom, double[] g, int gFrom, int n) {
    wrapped.inverse(theta, at, f, fFrom, g, gFrom, n);
    for (int i = 0; i < n; i++) {
      g[gFrom + i] = Math.min(highest, Math.max(lowest, g[gFrom + i]));
    }
  }

  /** out = 1/G'(y), 0 where y is stopped. */
  private void inverseSlope(
      double[] theta, int at, double[] y, int yFrom, double[] out, int outFrom, int n) {
    wrapped.logDerivative(theta, at, y, yFrom, out, outFrom, n);
    for (int i = 0; i < n; i++) {
      out[outFrom + i] = Saturation.clamp(-out[outFrom + i]);
    }
    Elementary.exp(out, outFrom, out, outFrom, n);
    for (int i = 0; i < n; i++) {
      double value = y[yFrom + i];
      boolean free = value > lowest && value < highest;
      out[outFrom + i] = free ? Math.min(out[outFrom + i], STEEPEST) : 0.0;
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
    int valueFrom = tapeFrom + wrapped.tapeWidth() * n;
    int slopeFrom = valueFrom + n;
    int adjointFrom = slopeFrom + n;
    for (int i = 0; i < n; i++) {
      bar[barFrom + i] *= tape[slopeFrom + i];
      tape[adjointFrom + i] = -bar[barFrom + i];
    }
    wrapped.pullback(
        theta, at, g, gFrom, tape, valueFrom, tape, adjointFrom, n, tape, tapeFrom, thetaBar);
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
  @Override
  public void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n) {
    double[] y = new double[Math.min(SMALL_CHUNK, n)];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      invert(theta, at, f, fFrom + from, y, 0, m);
      wrapped.logDerivative(theta, at, y, 0, out, outFrom + from, m);
      for (int i = 0; i < m; i++) {
        out[outFrom + from + i] = -out[outFrom + from + i];
      }
    }
  }

  /** {@inheritDoc} Allocates a workspace of a few kilobytes, whatever n. */
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
    int most = Math.min(SMALL_CHUNK, n);
    double[] y = new double[most];
    double[] yBar = new double[most];
    double[] negative = new double[most];
    double[] tape = new double[tapeWidth() * most];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      forward(theta, at, f, fFrom + from, y, 0, m, tape, 0);
      Arrays.fill(yBar, 0.0);
      for (int i = 0; i < m; i++) {
        negative[i] = -lBar[lBarFrom + from + i];
      }
      wrapped.logDerivativePullback(theta, at, y, 0, negative, 0, yBar, 0, m, thetaBar);
      pullback(theta, at, f, fFrom + from, y, 0, yBar, 0, m, tape, 0, thetaBar); // y = g(f)
      for (int i = 0; i < m; i++) {
        fBar[fBarFrom + from + i] += yBar[i];
      }
    }
  }

  /** {@inheritDoc} Allocates the tape of one chunk. */
  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    double[] tape = new double[wrapped.tapeWidth() * Math.min(SMALL_CHUNK, n)];
    double[] y = new double[Math.min(SMALL_CHUNK, n)];
    for (int from = 0; from < n; from += SMALL_CHUNK) {
      int m = Math.min(SMALL_CHUNK, n - from);
      for (int i = 0; i < m; i++) {
        y[i] = Math.min(highest, Math.max(lowest, g[gFrom + from + i]));
      }
      wrapped.forward(theta, at, y, 0, f, fFrom + from, m, tape, 0);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InverseFlow inverse && inverse.wrapped.equals(wrapped);
  }

  @Override
  public int hashCode() {
    return 31 + wrapped.hashCode();
  }

  @Override
  public String toString() {
    return "inverse(" + wrapped + ")";
  }
}
