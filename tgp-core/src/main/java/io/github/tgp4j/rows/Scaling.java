package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;

/**
 * Columns shifted and divided to a common scale: standardised = (raw − shift)/scale, with the
 * training mean and the population standard deviation. A constant column has no deviation and is
 * divided by its own magnitude, so that a fit does not depend on units. An input column of 0 and 1
 * alone (a yes or no, the mark of a level) is not scaled. An input column may have a curve instead.
 *
 * @param shift per column
 * @param scale per column, positive
 * @param curves per column, null for one that is shifted and divided; empty where all are
 */
public record Scaling(double[] shift, double[] scale, RankCurve[] curves) {
  public Scaling {
    shift = shift.clone();
    scale = scale.clone();
    curves = curves.clone();
    if (curves.length != 0 && curves.length != shift.length) {
      throw new IllegalArgumentException(
          "curves: expected none or "
              + shift.length
              + ", one per column, but got "
              + curves.length);
    }
  }

  /** Without curves. */
  public Scaling(double[] shift, double[] scale) {
    this(shift, scale, new RankCurve[0]);
  }

  /** Learns shifts and scales from the columns of x; those of 0 and 1 alone stay as they are. */
  public static Scaling standardise(Matrix x) {
    RowStore rows = RowStore.of(x, new double[0][]);
    return LearntScaling.of(rows, InputScale.STANDARD, TargetScaling.NONE).inputs();
  }

  /**
   * The same with curves by ranks for the columns that are skewed or have outliers.
   *
   * @param sample some rows of these columns, or all
   */
  public Scaling byRanks(Matrix sample) {
    RankCurve[] learnt = new RankCurve[shift.length];
    double[] column = new double[sample.rows];
    boolean any = false;
    for (int j = 0; j < learnt.length; j++) {
      for (int i = 0; i < column.length; i++) {
        column[i] = sample.get(i, j);
      }
      learnt[j] = RankCurve.of(column);
      any |= learnt[j] != null;
    }
    return new Scaling(shift, scale, any ? learnt : new RankCurve[0]);
  }

  /** Leaves {@code columns} columns as they are. */
  public static Scaling none(int columns) {
    double[] ones = new double[columns];
    java.util.Arrays.fill(ones, 1.0);
    return new Scaling(new double[columns], ones);
  }

  /** Shift and scale of one column of targets, in that order. */
  public static double[] learn(double[] values, TargetScaling kind) {
    ColumnMoments moments = new ColumnMoments();
    for (double value : values) {
      moments.add(value);
    }
    return moments.shiftAndScale(kind);
  }

  /** A copy. */
  @Override
  public double[] shift() {
    return shift.clone();
  }

  /** A copy. */
  @Override
  public double[] scale() {
    return scale.clone();
  }

  /** A copy. */
  @Override
  public RankCurve[] curves() {
    return curves.clone();
  }

  public int columns() {
    return shift.length;
  }

  /** A standardised copy of raw rows. */
  public Matrix apply(Matrix raw) {
    if (raw.cols != shift.length) {
      throw new IllegalArgumentException(
          "x: expected " + shift.length + " columns, as in training, but got " + raw.cols);
    }
    Matrix out = Matrix.zeros(raw.rows, raw.cols);
    for (int i = 0; i < raw.rows; i++) {
      for (int j = 0; j < raw.cols; j++) {
        out.data[i * raw.cols + j] = apply(j, raw.data[raw.at(i, j)]);
      }
    }
    return out;
  }

  public double apply(int column, double raw) {
    RankCurve curve = curves.length == 0 ? null : curves[column];
    if (curve != null) {
      return curve.apply(raw);
    }
    double centred = raw - shift[column];
    return Double.isInfinite(centred) && Double.isFinite(raw)
        ? raw / scale[column] - shift[column] / scale[column]
        : centred / scale[column];
  }

  public double undo(int column, double standardised) {
    RankCurve curve = curves.length == 0 ? null : curves[column];
    return curve != null ? curve.undo(standardised) : shift[column] + scale[column] * standardised;
  }
}
