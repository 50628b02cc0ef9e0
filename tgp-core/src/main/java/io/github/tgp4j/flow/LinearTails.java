package io.github.tgp4j.flow;

/**
 * A flow G that goes on as a straight line beyond [lower, upper], which training has seen; equation
 * F21 in docs/equations.md.
 *
 * <pre>
 *   c = min(upper, max(lower, f)),  g(f) = G(c) + G'(c)·(f − c)
 * </pre>
 *
 * <p>g is increasing and has a continuous derivative, as G has. Inside it is G to the bit. Beyond,
 * nothing that was seen says how G goes on, and many flows grow like a power or an exponential
 * there.
 *
 * @param lower −∞ where G itself goes on
 * @param upper ∞ where G itself goes on
 */
public record LinearTails(double lower, double upper) {
  /** G everywhere. */
  public static final LinearTails NONE =
      new LinearTails(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  public LinearTails {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "linear tails: expected lower ≤ upper but got " + lower + " and " + upper);
    }
  }

  /**
   * For a flow of which [lower, upper] was seen. A flow that stops somewhere, as {@code exp} does
   * at 0, goes on itself on that side: a line would leave what it may give.
   */
  public static LinearTails of(Flow flow, double lower, double upper) {
    Interval range = flow.range(Interval.REAL);
    return new LinearTails(
        range.lower() == Double.NEGATIVE_INFINITY ? lower : Double.NEGATIVE_INFINITY,
        range.upper() == Double.POSITIVE_INFINITY ? upper : Double.POSITIVE_INFINITY);
  }

  private boolean contains(double f) {
    return f >= lower && f <= upper;
  }

  private boolean containsAll(double[] f, int fFrom, int n) {
    for (int i = fFrom; i < fFrom + n; i++) {
      if (!contains(f[i])) {
        return false;
      }
    }
    return true;
  }

  private double nearest(double f) {
    return Math.min(upper, Math.max(lower, f));
  }

  private double[] nearest(double[] f, int fFrom, int n) {
    double[] c = new double[n];
    for (int i = 0; i < n; i++) {
      c[i] = nearest(f[fFrom + i]);
    }
    return c;
  }

  /** The flow's {@link Flow#forward} with these tails; allocates where some f lies beyond. */
  public void forward(
      Flow flow,
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape) {
    if (containsAll(f, fFrom, n)) {
      flow.forward(theta, at, f, fFrom, g, gFrom, n, tape, 0);
      return;
    }
    flow.forward(theta, at, nearest(f, fFrom, n), 0, g, gFrom, n, tape, 0);
    double[] slope = slopes(flow, theta, at);
    for (int i = 0; i < n; i++) {
      double beyond = f[fFrom + i] - nearest(f[fFrom + i]);
      if (beyond != 0) {
        g[gFrom + i] += slope[beyond < 0 ? 0 : 1] * beyond;
      }
    }
  }

  /**
   * The flow's {@link Flow#forwardDraws} with these tails, of elements that all draws share;
   * allocates where some f lies beyond.
   */
  public void forwardDraws(
      Flow flow,
      double[] theta,
      int at,
      int draws,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n) {
    if (containsAll(f, fFrom, n)) {
      flow.forwardDraws(theta, at, draws, f, fFrom, true, g, gFrom, n);
      return;
    }
    flow.forwardDraws(theta, at, draws, nearest(f, fFrom, n), 0, true, g, gFrom, n);
    double[] own = new double[flow.parameterCount()];
    for (int d = 0; d < draws; d++) {
      for (int k = 0; k < own.length; k++) {
        own[k] = theta[at + k * draws + d];
      }
      double[] slope = slopes(flow, own, 0);
      for (int i = 0; i < n; i++) {
        double beyond = f[fFrom + i] - nearest(f[fFrom + i]);
        if (beyond != 0) {
          g[gFrom + i * draws + d] += slope[beyond < 0 ? 0 : 1] * beyond;
        }
      }
    }
  }

  /** G'(lower) and G'(upper); 0 for an end that is not there. */
  private double[] slopes(Flow flow, double[] theta, int at) {
    double[] slope = {0.0, 0.0};
    double[] end = {lower, upper};
    for (int side = 0; side < 2; side++) {
      if (Double.isFinite(end[side])) {
        flow.logDerivative(theta, at, end, side, slope, side, 1);
        slope[side] = Math.exp(Saturation.clamp(slope[side]));
      }
    }
    return slope;
  }
}
