package io.github.tgp4j.flow;

import io.github.tgp4j.compute.Scratch;

/**
 * A flow G that goes on as a straight line beyond [lower, upper], which training has seen, and ends
 * at what it may give; equations F21 and F23 in docs/equations.md.
 *
 * <pre>
 *   c = min(upper, max(lower, f)),  g(f) = G(c) + s(c)·(f − c)
 *   s(c) = min(G'(c), (G(upper) − G(lower))/(upper − lower))
 *   min(greatest, max(least, g(f)))
 * </pre>
 *
 * <p>g is increasing and continuous. Inside it is G to the bit. Beyond, nothing that was seen says
 * how G goes on, and many flows grow like a power or an exponential there. The line is no steeper
 * than G was on average: at its ends, where it bends for a few rows, G may be many times as steep.
 *
 * @param lower the least latent seen, −∞ where none counts
 * @param upper the greatest latent seen, ∞ where none counts
 * @param below whether the line takes over below lower; otherwise G itself goes on
 * @param above whether the line takes over above upper; otherwise G itself goes on
 * @param least what no value falls below, −∞ for none
 * @param greatest what no value exceeds, ∞ for none
 */
public record LinearTails(
    double lower, double upper, boolean below, boolean above, double least, double greatest) {
  /** G everywhere. */
  public static final LinearTails NONE =
      new LinearTails(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false, false);

  /** With values that may lie anywhere. */
  public LinearTails(double lower, double upper, boolean below, boolean above) {
    this(lower, upper, below, above, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  public LinearTails {
    if (!(least <= greatest)) {
      throw new IllegalArgumentException(
          "linear tails: expected least ≤ greatest but got " + least + " and " + greatest);
    }
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "linear tails: expected lower ≤ upper but got " + lower + " and " + upper);
    }
    if (below && Double.isInfinite(lower) || above && Double.isInfinite(upper)) {
      throw new IllegalArgumentException(
          "linear tails: expected finite ends but got " + lower + " and " + upper);
    }
  }

  /**
   * For a flow of which [lower, upper] was seen; infinite ends for none. A flow that stops
   * somewhere, as {@code exp} does at 0, goes on itself on that side: a line would leave what it
   * may give.
   */
  public static LinearTails of(Flow flow, double lower, double upper) {
    Interval range = flow.range(Interval.REAL);
    return new LinearTails(
        lower,
        upper,
        range.lower() == Double.NEGATIVE_INFINITY && Double.isFinite(lower),
        range.upper() == Double.POSITIVE_INFINITY && Double.isFinite(upper));
  }

  /** The same tails, of values that end at these. */
  public LinearTails within(double leastValue, double greatestValue) {
    return new LinearTails(lower, upper, below, above, leastValue, greatestValue);
  }

  private boolean contains(double f) {
    return (!below || f >= lower) && (!above || f <= upper);
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
    double c = below ? Math.max(lower, f) : f;
    return above ? Math.min(upper, c) : c;
  }

  private double[] nearest(double[] f, int fFrom, int n, Scratch scratch) {
    double[] c = scratch.take(n);
    for (int i = 0; i < n; i++) {
      c[i] = nearest(f[fFrom + i]);
    }
    return c;
  }

  /** The flow's {@link Flow#forward} with these tails. */
  public void forward(
      Flow flow,
      double[] theta,
      int at,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      Scratch scratch) {
    int mark = scratch.mark();
    double[] tape = scratch.take(flow.tapeWidth() * n);
    if (containsAll(f, fFrom, n)) {
      flow.forward(theta, at, f, fFrom, g, gFrom, n, tape, 0);
    } else {
      flow.forward(theta, at, nearest(f, fFrom, n, scratch), 0, g, gFrom, n, tape, 0);
      double[] own = scratch.take(flow.parameterCount());
      System.arraycopy(theta, at, own, 0, flow.parameterCount());
      goOn(slopes(flow, own, scratch), f, fFrom, g, gFrom, 1, n);
    }
    end(g, gFrom, n);
    scratch.release(mark);
  }

  /** The flow's {@link Flow#forwardDraws} with these tails, of elements that all draws share. */
  public void forwardDraws(
      Flow flow,
      double[] theta,
      int at,
      int draws,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      Scratch scratch) {
    if (containsAll(f, fFrom, n)) {
      flow.forwardDraws(theta, at, draws, f, fFrom, true, g, gFrom, n);
      end(g, gFrom, draws * n);
      return;
    }
    int mark = scratch.mark();
    double[] c = nearest(f, fFrom, n, scratch);
    flow.forwardDraws(theta, at, draws, c, 0, true, g, gFrom, n);
    int size = flow.parameterCount();
    double[] own = scratch.take(size);
    for (int d = 0; d < draws; d++) {
      for (int k = 0; k < size; k++) {
        own[k] = theta[at + k * draws + d];
      }
      int each = scratch.mark();
      goOn(slopes(flow, own, scratch), f, fFrom, g, gFrom + d, draws, n);
      scratch.release(each);
    }
    end(g, gFrom, draws * n);
    scratch.release(mark);
  }

  private void end(double[] g, int gFrom, int n) {
    if (Double.isInfinite(least) && Double.isInfinite(greatest)) {
      return;
    }
    for (int i = gFrom; i < gFrom + n; i++) {
      g[i] = Math.min(greatest, Math.max(least, g[i]));
    }
  }

  /** Adds s(c)·(f − c) to every {@code step}-th element of g. */
  private void goOn(double[] slope, double[] f, int fFrom, double[] g, int gFrom, int step, int n) {
    for (int i = 0; i < n; i++) {
      double beyond = f[fFrom + i] - nearest(f[fFrom + i]);
      if (beyond != 0) {
        g[gFrom + i * step] += slope[beyond < 0 ? 0 : 1] * beyond;
      }
    }
  }

  /**
   * s(lower) and s(upper), by the pullback, which needs no memory of its own. Where an end is
   * infinite, no f lies beyond it, and the other stands in for it.
   */
  private double[] slopes(Flow flow, double[] theta, Scratch scratch) {
    double[] end = scratch.take(2);
    end[0] = Double.isInfinite(lower) ? upper : lower;
    end[1] = Double.isInfinite(upper) ? lower : upper;
    double[] value = scratch.take(2);
    double[] tape = scratch.take(2 * flow.tapeWidth());
    double[] unused = scratch.takeZeroed(flow.parameterCount());
    double[] slope = scratch.take(2);
    slope[0] = 1.0;
    slope[1] = 1.0;
    flow.forward(theta, 0, end, 0, value, 0, 2, tape, 0);
    double most = end[0] < end[1] ? (value[1] - value[0]) / (end[1] - end[0]) : Double.MAX_VALUE;
    flow.pullback(theta, 0, end, 0, value, 0, slope, 0, 2, tape, 0, unused);
    slope[0] = Math.min(slope[0], most);
    slope[1] = Math.min(slope[1], most);
    return slope;
  }
}
