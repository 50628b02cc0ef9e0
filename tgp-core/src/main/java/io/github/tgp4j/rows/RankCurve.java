package io.github.tgp4j.rows;

import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;

/**
 * A strictly increasing curve from the values of a column to the normal scores of their ranks;
 * equations I2 and I3 in docs/equations.md.
 *
 * <pre>
 *   s(x) = Φ⁻¹((r(x) − ½)/n) at the knots, r the rank of x among n values, ties averaged;
 *   straight lines between knots, and beyond the last one, x₊, where s is s₊,
 *   s(x) = s₊ + t(β·(x − x₊)),  β = s₊/(x₊ − x̃),  s(x̃) = 0,
 *   t(u) = u up to 3, then 3 + log(1 + u − 3); the same below the first.
 * </pre>
 *
 * <p>Values beyond those of training go on with the slope of that half of the curve, since the
 * slope at its very end depends on one or two values, and by the logarithm further out, where a
 * straight line would put one outlier far from everything again.
 */
public final class RankCurve {
  /** Columns of fewer different values have no curve. */
  static final int LEAST_VALUES = 10;

  /**
   * Columns whose values are correlated with their scores this much have no curve: 0.98 for values
   * spread evenly, 0.90 for exponential ones, 0.76 for exponentials of normal ones.
   */
  static final double STRAIGHT_ENOUGH = 0.9;

  /** So many parts of the range of scores have a knot at least, where they have values. */
  private static final int PARTS = 49;

  private static final double STRAIGHT = 3.0;

  /** The squared deviation, by the squared magnitude, that is rounding. */
  private static final double ROUNDING = 1e-28;

  private final double[] knots;
  private final double[] scores;
  private final double slopeBelow;
  private final double slopeAbove;

  /**
   * Through given points.
   *
   * @param knots values of the column, increasing
   * @param scores at the knots, increasing, the first below 0 and the last above
   */
  public RankCurve(double[] knots, double[] scores) {
    if (knots.length != scores.length || knots.length < 2) {
      throw new IllegalArgumentException(
          "rank curve: expected at least two knots and a score for each but got "
              + knots.length
              + " and "
              + scores.length);
    }
    for (int k = 0; k < knots.length; k++) {
      boolean finite = Double.isFinite(knots[k]) && Double.isFinite(scores[k]);
      if (!finite || (k > 0 && !(knots[k] > knots[k - 1] && scores[k] > scores[k - 1]))) {
        throw new IllegalArgumentException(
            "rank curve: knot "
                + k
                + ": expected finite, increasing knots and scores but got "
                + knots[k]
                + " and "
                + scores[k]);
      }
    }
    if (!(scores[0] < 0 && scores[scores.length - 1] > 0)) {
      throw new IllegalArgumentException(
          "rank curve: expected scores from below 0 to above 0 but got "
              + scores[0]
              + " to "
              + scores[scores.length - 1]);
    }
    this.knots = knots.clone();
    this.scores = scores.clone();
    int last = knots.length - 1;
    double middle = between(scores, knots, 0.0);
    slopeBelow = -scores[0] / width(knots[0], middle);
    slopeAbove = scores[last] / width(middle, knots[last]);
  }

  /**
   * Learns the curve of a column, which is not changed.
   *
   * @return null where the column has few different values, or is nearly straight in its scores
   */
  public static RankCurve of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double[] distinct = new double[n];
    double[] score = new double[n];
    int count = 0;
    LineFit line = new LineFit(n == 0 ? 0.0 : Math.max(-sorted[0], sorted[n - 1]));
    for (int from = 0; from < n; ) {
      int to = from + 1;
      while (to < n && sorted[to] == sorted[from]) {
        to++;
      }
      distinct[count] = sorted[from];
      score[count] = Scalars.normalQuantile(0.5 * (from + to) / n); // ranks from + 1 … to
      line.add(distinct[count], score[count], to - from);
      count++;
      from = to;
    }
    return count < LEAST_VALUES || line.isStraight() ? null : thinned(distinct, score, count);
  }

  /** How well values and scores lie on a line. */
  private static final class LineFit {
    private final double unit; // squares of values in it do not overflow
    private double rows;
    private double x;
    private double s;
    private double xx;
    private double xs;
    private double ss;

    LineFit(double unit) {
      this.unit = unit;
    }

    /** Welford's sums, which do not cancel where the values are far from 0. */
    void add(double value, double score, double times) {
      rows += times;
      double dx = value / unit - x;
      double ds = score - s;
      x += dx * times / rows;
      s += ds * times / rows;
      xx += times * dx * (value / unit - x);
      xs += times * dx * (score - s);
      ss += times * ds * (score - s);
    }

    /** Whether nothing but rounding tells the values apart, too. */
    boolean isStraight() {
      return xx <= ROUNDING * rows || xs > STRAIGHT_ENOUGH * Math.sqrt(xx * ss);
    }
  }

  /**
   * Some of the points: one where the score has moved on far enough since the last knot, and both
   * ends of every jump, so that a value that many rows have keeps its score.
   */
  private static RankCurve thinned(double[] values, double[] score, int count) {
    double step = (score[count - 1] - score[0]) / PARTS;
    double[] knots = new double[count];
    double[] scores = new double[count];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      boolean end = i == 0 || i == count - 1;
      if (end || score[i] - scores[kept - 1] >= step || score[i + 1] - score[i] >= step) {
        knots[kept] = values[i];
        scores[kept++] = score[i];
      }
    }
    return new RankCurve(Arrays.copyOf(knots, kept), Arrays.copyOf(scores, kept));
  }

  /** s(x). */
  public double apply(double x) {
    int last = knots.length - 1;
    if (x < knots[0]) {
      return scores[0] - tail(slopeBelow * width(x, knots[0]));
    }
    if (x > knots[last]) {
      return scores[last] + tail(slopeAbove * width(knots[last], x));
    }
    return between(knots, scores, x);
  }

  /** The x with s(x) = score. */
  public double undo(double score) {
    int last = knots.length - 1;
    if (score < scores[0]) {
      return knots[0] - tailUndone(scores[0] - score) / slopeBelow;
    }
    if (score > scores[last]) {
      return knots[last] + tailUndone(score - scores[last]) / slopeAbove;
    }
    return between(scores, knots, score);
  }

  private static double tail(double u) {
    return u <= STRAIGHT ? u : STRAIGHT + Math.log1p(Math.min(Double.MAX_VALUE, u) - STRAIGHT);
  }

  private static double tailUndone(double t) {
    return t <= STRAIGHT ? t : STRAIGHT + Math.expm1(t - STRAIGHT);
  }

  /** The line through the points (from, to) at x, which lies between the first and the last. */
  private static double between(double[] from, double[] to, double x) {
    int at = Arrays.binarySearch(from, x);
    int right = Math.min(from.length - 1, Math.max(1, at >= 0 ? at : -at - 1));
    double share = width(from[right - 1], x) / width(from[right - 1], from[right]);
    return to[right - 1] + share * (to[right] - to[right - 1]);
  }

  /** to − from, where it overflows the largest number. */
  private static double width(double from, double to) {
    return Math.min(Double.MAX_VALUE, to - from);
  }

  /** A copy. */
  public double[] knots() {
    return knots.clone();
  }

  /** A copy. */
  public double[] scores() {
    return scores.clone();
  }
}
