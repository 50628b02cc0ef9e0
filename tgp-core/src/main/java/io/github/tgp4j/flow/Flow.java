package io.github.tgp4j.flow;

import io.github.tgp4j.param.Parameterized;

/**
 * A strictly increasing, differentiable map g of the line, fK = g(f0; θ), over slices of arrays.
 *
 * <p>Immutable and stateless: θ is an argument, never a field, because input-dependent flows give
 * each row its own. One call treats n elements that share one θ. {@code forward} leaves on a tape
 * what {@code pullback} needs, {@link #tapeWidth()} values per element, so that no exp or log is
 * computed twice.
 */
public interface Flow extends Parameterized {
  /** Where g is defined, for every θ that the constraints allow. */
  Interval domain();

  /**
   * An interval that contains g(f) for every f in {@code input} and every θ that the constraints
   * allow, the smallest that is known. {@code input} lies within {@link #domain()}.
   */
  Interval range(Interval input);

  /** Values per element that {@link #forward} saves for {@link #pullback}. */
  int tapeWidth();

  /**
   * g[gFrom+i] = g(f[fFrom+i]; θ) for 0 ≤ i &lt; n. g must not alias f.
   *
   * @param tape receives tapeWidth()·n values from tapeFrom on, laid out as the flow likes
   */
  void forward(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom);

  /**
   * The same elements under several θ, as a prediction by draws of a network needs: g[gFrom +
   * i·draws + d] = g(f_i; θ_d), where value k of θ_d is theta[at + k·draws + d].
   *
   * @param shared whether f_i = f[fFrom + i] for all draws; otherwise f has the layout of g, and
   *     may be g itself, from the same place on
   */
  default void forwardDraws(
      double[] theta,
      int at,
      int draws,
      double[] f,
      int fFrom,
      boolean shared,
      double[] g,
      int gFrom,
      int n) {
    double[] own = new double[parameterCount()];
    double[] x = new double[n];
    double[] y = new double[n];
    double[] tape = new double[tapeWidth() * n];
    for (int d = 0; d < draws; d++) {
      for (int k = 0; k < own.length; k++) {
        own[k] = theta[at + k * draws + d];
      }
      for (int i = 0; i < n; i++) {
        x[i] = shared ? f[fFrom + i] : f[fFrom + i * draws + d];
      }
      forward(own, 0, x, 0, y, 0, n, tape, 0);
      for (int i = 0; i < n; i++) {
        g[gFrom + i * draws + d] = y[i];
      }
    }
  }

  /**
   * The pullback of {@link #forward} for the same f, g and tape. On entry bar[barFrom+i] = ḡ_i, on
   * exit f̄_i = ḡ_i·∂g/∂f. Adds Σ_i ḡ_i·∂g/∂θ to thetaBar at {@code at}.
   */
  void pullback(
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
      double[] thetaBar);

  /** out[outFrom+i] = log g′(f[fFrom+i]; θ). */
  void logDerivative(
      double[] theta, int at, double[] f, int fFrom, double[] out, int outFrom, int n);

  /** For l_i = log g′(f_i): adds l̄_i·∂l/∂f to fBar[fBarFrom+i] and Σ_i l̄_i·∂l/∂θ to thetaBar. */
  void logDerivativePullback(
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] lBar,
      int lBarFrom,
      double[] fBar,
      int fBarFrom,
      int n,
      double[] thetaBar);

  /**
   * f[fFrom+i] = g⁻¹(g[gFrom+i]; θ); values outside the range give the matching end of the domain,
   * never NaN.
   */
  void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n);

  /** The text of the model language that parses back to an equal flow. */
  @Override
  String toString();
}
