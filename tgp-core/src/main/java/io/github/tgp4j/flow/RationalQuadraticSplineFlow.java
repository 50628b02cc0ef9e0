package io.github.tgp4j.flow;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * A monotone rational-quadratic spline with K pieces, straight beyond its ends; equation F22.
 *
 * <pre>
 *   θ = (a, w_1 … w_K, h_1 … h_K, s_1 … s_(K−1)): centre, widths, heights, slopes at inner knots; all but a &gt; 0
 *   x_0 = −½Σw,  x_j = x_(j−1) + w_j,  y_0 = a − ½Σh,  y_j = y_(j−1) + h_j
 *   x_(j−1) ≤ f ≤ x_j:  g(f) = y_(j−1) + h_j·r(ξ),  ξ = (f − x_(j−1))/w_j, r of {@link RationalQuadratic}
 *   s_0 = s_K = Σh/Σw;  f &lt; x_0:  g(f) = y_0 + s_0·(f − x_0);  f &gt; x_K likewise
 * </pre>
 *
 * <p>g has a continuous derivative, and beyond its ends the slope that it has between them on
 * average: a line that is much steeper or flatter would make little of what few data say there.
 * 1e-3 is added to every width, height and slope, so that no piece vanishes. It starts as the
 * identity, with knots spread evenly over ±4.
 */
final class RationalQuadraticSplineFlow extends ScalarFlow {
  private static final double REACH = 4.0;
  private static final double LEAST = 1e-3;

  private final int pieces;
  private final List<Parameter> parameters;

  RationalQuadraticSplineFlow(int pieces) {
    if (!(pieces >= 2)) {
      throw new IllegalArgumentException("rq-spline: expected at least 2 pieces but got " + pieces);
    }
    this.pieces = pieces;
    double[] side = new double[pieces];
    Arrays.fill(side, 2.0 * REACH / pieces - LEAST);
    double[] slopes = new double[pieces - 1];
    Arrays.fill(slopes, 1.0 - LEAST);
    this.parameters =
        List.of(
            Parameter.of("a", Constraints.REAL, 0.0),
            Parameter.of("widths", Constraints.POSITIVE, side),
            Parameter.of("heights", Constraints.POSITIVE, side),
            Parameter.of("slopes", Constraints.POSITIVE, slopes));
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  private int widths(int at) {
    return at + 1;
  }

  private int heights(int at) {
    return at + 1 + pieces;
  }

  private int slopes(int at) {
    return at + 1 + 2 * pieces;
  }

  private static double length(double[] theta, int index) {
    return theta[index] + LEAST;
  }

  /** Σ of {@code count} widths or heights from {@code from} on. */
  private static double sum(double[] theta, int from, int count) {
    double sum = 0.0;
    for (int i = from; i < from + count; i++) {
      sum += theta[i] + LEAST;
    }
    return sum;
  }

  /** Knot j on the way that starts at {@code from}: −½ of the whole, plus the first j. */
  private double knot(double[] theta, int from, int j) {
    return sum(theta, from, j) - 0.5 * sum(theta, from, pieces);
  }

  /** The piece that holds {@code place}, −1 below the first and K above the last. */
  private int piece(double[] theta, int from, double place) {
    double end = -0.5 * sum(theta, from, pieces);
    if (!(place >= end)) {
      return -1;
    }
    for (int j = 0; j < pieces; j++) {
      end += theta[from + j] + LEAST;
      if (place <= end) {
        return j;
      }
    }
    return pieces;
  }

  @Override
  protected double value(double[] theta, int at, double f) {
    int j = piece(theta, widths(at), f);
    if (j < 0 || j == pieces) {
      int end = Math.max(j, 0);
      double beyond = f - knot(theta, widths(at), end);
      double line = theta[at] + knot(theta, heights(at), end) + slope(theta, at, end) * beyond;
      return Saturation.clamp(line, Double.MAX_VALUE);
    }
    double r =
        RationalQuadratic.value(
            position(theta, at, j, f),
            meanSlope(theta, at, j),
            slope(theta, at, j),
            slope(theta, at, j + 1));
    return theta[at] + knot(theta, heights(at), j) + length(theta, heights(at) + j) * r;
  }

  private double slope(double[] theta, int at, int knot) {
    return knot == 0 || knot == pieces
        ? sum(theta, heights(at), pieces) / sum(theta, widths(at), pieces)
        : theta[slopes(at) + knot - 1] + LEAST;
  }

  /** Pulls the adjoint of {@link #slope} back. */
  private void addSlope(double[] theta, int at, int knot, double bar, double[] thetaBar) {
    if (knot > 0 && knot < pieces) {
      thetaBar[slopes(at) + knot - 1] += bar;
      return;
    }
    double whole = sum(theta, widths(at), pieces);
    double s = slope(theta, at, knot);
    for (int i = 0; i < pieces; i++) {
      thetaBar[heights(at) + i] += bar / whole;
      thetaBar[widths(at) + i] -= bar * s / whole;
    }
  }

  private double meanSlope(double[] theta, int at, int j) {
    return length(theta, heights(at) + j) / length(theta, widths(at) + j);
  }

  private double position(double[] theta, int at, int j, double f) {
    double xi = (f - knot(theta, widths(at), j)) / length(theta, widths(at) + j);
    return Math.min(1.0, Math.max(0.0, xi));
  }

  @Override
  protected double valuePullback(double[] theta, int at, double f, double gBar, double[] thetaBar) {
    int j = piece(theta, widths(at), f);
    thetaBar[at] += gBar;
    if (j < 0 || j == pieces) {
      int end = Math.max(j, 0);
      double s = slope(theta, at, end);
      addKnot(heights(at), end, gBar, thetaBar);
      addKnot(widths(at), end, -s * gBar, thetaBar);
      addSlope(theta, at, end, gBar * (f - knot(theta, widths(at), end)), thetaBar);
      return s * gBar;
    }
    double xi = position(theta, at, j, f);
    double delta = meanSlope(theta, at, j);
    double s = slope(theta, at, j);
    double e = slope(theta, at, j + 1);
    double w = length(theta, widths(at) + j);
    double rBar = gBar * length(theta, heights(at) + j);
    double xiBar = rBar * RationalQuadratic.byPosition(xi, delta, s, e);
    double deltaBar = rBar * RationalQuadratic.byMeanSlope(xi, delta, s, e);
    addKnot(heights(at), j, gBar, thetaBar);
    addKnot(widths(at), j, -xiBar / w, thetaBar);
    thetaBar[heights(at) + j] += gBar * RationalQuadratic.value(xi, delta, s, e) + deltaBar / w;
    thetaBar[widths(at) + j] -= (xiBar * xi + deltaBar * delta) / w;
    addSlope(theta, at, j, rBar * RationalQuadratic.byStart(xi, delta, s, e), thetaBar);
    addSlope(theta, at, j + 1, rBar * RationalQuadratic.byEnd(xi, delta, s, e), thetaBar);
    return xiBar / w;
  }

  /** Pulls the adjoint of {@link #knot} back. */
  private void addKnot(int from, int j, double bar, double[] thetaBar) {
    for (int i = 0; i < pieces; i++) {
      thetaBar[from + i] += i < j ? 0.5 * bar : -0.5 * bar;
    }
  }

  @Override
  protected double logSlope(double[] theta, int at, double f) {
    int j = piece(theta, widths(at), f);
    if (j < 0 || j == pieces) {
      return Math.log(slope(theta, at, Math.max(j, 0)));
    }
    return RationalQuadratic.logSlope(
        position(theta, at, j, f),
        meanSlope(theta, at, j),
        slope(theta, at, j),
        slope(theta, at, j + 1));
  }

  @Override
  protected double logSlopePullback(
      double[] theta, int at, double f, double lBar, double[] thetaBar) {
    int j = piece(theta, widths(at), f);
    if (j < 0 || j == pieces) {
      int end = Math.max(j, 0);
      addSlope(theta, at, end, lBar / slope(theta, at, end), thetaBar);
      return 0.0;
    }
    double xi = position(theta, at, j, f);
    double delta = meanSlope(theta, at, j);
    double s = slope(theta, at, j);
    double e = slope(theta, at, j + 1);
    double w = length(theta, widths(at) + j);
    double xiBar = lBar * RationalQuadratic.logSlopeByPosition(xi, delta, s, e);
    double deltaBar = lBar * RationalQuadratic.logSlopeByMeanSlope(xi, delta, s, e);
    addKnot(widths(at), j, -xiBar / w, thetaBar);
    thetaBar[heights(at) + j] += deltaBar / w;
    thetaBar[widths(at) + j] -= (xiBar * xi + deltaBar * delta) / w;
    addSlope(theta, at, j, lBar * RationalQuadratic.logSlopeByStart(xi, delta, s, e), thetaBar);
    double eBar = lBar * RationalQuadratic.logSlopeByStart(1.0 - xi, delta, e, s);
    addSlope(theta, at, j + 1, eBar, thetaBar);
    return xiBar / w;
  }

  /** {@inheritDoc} In closed form. */
  @Override
  public void inverse(double[] theta, int at, double[] g, int gFrom, double[] f, int fFrom, int n) {
    for (int i = 0; i < n; i++) {
      f[fFrom + i] = inverse(theta, at, g[gFrom + i] - theta[at]);
    }
  }

  private double inverse(double[] theta, int at, double y) {
    int j = piece(theta, heights(at), y);
    if (j < 0 || j == pieces) {
      int end = Math.max(j, 0);
      double beyond = y - knot(theta, heights(at), end);
      return knot(theta, widths(at), end) + beyond / slope(theta, at, end);
    }
    double h = length(theta, heights(at) + j);
    double r = Math.min(1.0, Math.max(0.0, (y - knot(theta, heights(at), j)) / h));
    double xi =
        RationalQuadratic.inverse(
            r, meanSlope(theta, at, j), slope(theta, at, j), slope(theta, at, j + 1));
    return knot(theta, widths(at), j) + length(theta, widths(at) + j) * xi;
  }

  @Override
  public String toString() {
    return "rq-spline(" + pieces + ")";
  }
}
