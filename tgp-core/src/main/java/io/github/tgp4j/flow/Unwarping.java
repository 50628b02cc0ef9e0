package io.github.tgp4j.flow;

import io.github.tgp4j.compute.Scratch;

/**
 * T = g⁻¹ at given values y, for likelihoods and priors that look at y through a warp g; equation
 * W1 in docs/equations.md.
 *
 * <pre>
 *   t = T(y):  g(t; θ) = y
 *   l = log T'(y) = −log g'(t)
 *   ȳ = (t̄ + l̄·∂l/∂t)/g'(t),   θ̄ += l̄·∂l/∂θ − ȳ·∂g/∂θ   (implicit function theorem)
 * </pre>
 *
 * <p>Stateless, as flows are.
 */
public final class Unwarping {
  /** Far beyond any use, and its square is finite. */
  private static final double FARTHEST = 1e100;

  private static final double STEEPEST = 1e150;
  private static final double UNREACHED = -1e6;
  private static final double RESOLVED = 1e-6;

  /** Where it is tried whether the warp reaches what it says: e¹⁰⁰ is a number, for arcsinh. */
  private static final double FAR = 100.0;

  private static final double NEAR = 1e-6;

  private final Flow warp;
  private final Interval range;

  private Unwarping(Flow warp, Interval range) {
    this.warp = warp;
    this.range = range;
  }

  /**
   * The inverse of a warp that is defined on the whole line and onto its range.
   *
   * @throws IllegalArgumentException when it is not: T(y) would then be undefined for some y
   */
  public static Unwarping of(Flow warp) {
    if (!warp.domain().contains(Interval.REAL)) {
      throw new IllegalArgumentException(
          "warp "
              + warp
              + ": expected a flow that takes any number but it is defined on "
              + warp.domain()
              + "; put softplus or exp before it");
    }
    Interval range = warp.range(Interval.REAL);
    double[] theta = new FreeParameters(warp.parameters()).start();
    double[] probes = {
      Double.isInfinite(range.lower()) ? -FAR : range.lower() + NEAR,
      Double.isInfinite(range.upper()) ? FAR : range.upper() - NEAR
    };
    double[] found = new double[2];
    double[] reached = new double[2];
    warp.inverse(theta, 0, probes, 0, found, 0, 2);
    warp.forward(theta, 0, found, 0, reached, 0, 2, new double[2 * warp.tapeWidth()], 0);
    for (int i = 0; i < 2; i++) {
      if (!Double.isFinite(found[i]) || !reaches(reached[i], probes[i])) {
        throw new IllegalArgumentException(
            "warp "
                + warp
                + ": expected a flow onto all of "
                + range
                + " but it does not reach "
                + probes[i]
                + ": where it stops depends on its parameters; end it with softplus or exp for"
                + " positive values, or add the identity to it");
      }
    }
    return new Unwarping(warp, range);
  }

  public Flow warp() {
    return warp;
  }

  /** Where y may lie. */
  public Interval range() {
    return range;
  }

  /**
   * t[i] = T(y[yFrom+i]) and log[i] = log T'(y[yFrom+i]) for 0 ≤ i &lt; n; always finite.
   *
   * <p>With extreme θ, g is flat or steep beyond what floating point resolves: g(T(y)) is then not
   * y, and log T' means nothing. Such a y counts as next to impossible, log T' = −10⁶; otherwise an
   * optimiser could win by going there.
   */
  public void forward(
      double[] theta,
      int at,
      double[] y,
      int yFrom,
      double[] t,
      double[] log,
      int n,
      Scratch scratch) {
    warp.inverse(theta, at, y, yFrom, t, 0, n);
    for (int i = 0; i < n; i++) {
      t[i] = Math.min(FARTHEST, Math.max(-FARTHEST, t[i]));
    }
    warp.logDerivative(theta, at, t, 0, log, 0, n);
    int mark = scratch.mark();
    double[] g = scratch.take(n);
    double[] tape = scratch.take(warp.tapeWidth() * n);
    warp.forward(theta, at, t, 0, g, 0, n, tape, 0);
    for (int i = 0; i < n; i++) {
      log[i] = reaches(g[i], y[yFrom + i]) && Double.isFinite(log[i]) ? -log[i] : UNREACHED;
    }
    scratch.release(mark);
  }

  static boolean reaches(double g, double y) {
    return Math.abs(g - y) <= RESOLVED * (1.0 + Math.abs(y));
  }

  /**
   * The pullback of {@link #forward}: adds to thetaBar and <b>overwrites</b> tBar by ȳ.
   *
   * @param tBar on entry t̄, on exit ȳ
   * @param logBar l̄
   */
  public void pullback(
      double[] theta,
      int at,
      double[] t,
      double[] log,
      double[] tBar,
      double[] logBar,
      int n,
      double[] thetaBar,
      Scratch scratch) {
    int mark = scratch.mark();
    double[] bar = scratch.take(n);
    for (int i = 0; i < n; i++) {
      boolean reached = log[i] != UNREACHED;
      bar[i] = reached ? -logBar[i] : 0.0;
      tBar[i] = reached ? tBar[i] : 0.0;
    }
    warp.logDerivativePullback(theta, at, t, 0, bar, 0, tBar, 0, n, thetaBar);
    for (int i = 0; i < n; i++) {
      tBar[i] *= Math.min(STEEPEST, Math.exp(log[i]));
      bar[i] = -tBar[i];
    }
    if (warp.parameterCount() > 0) {
      double[] g = scratch.take(n);
      double[] tape = scratch.take(warp.tapeWidth() * n);
      warp.forward(theta, at, t, 0, g, 0, n, tape, 0);
      warp.pullback(theta, at, t, 0, g, 0, bar, 0, n, tape, 0, thetaBar);
    }
    scratch.release(mark);
  }
}
