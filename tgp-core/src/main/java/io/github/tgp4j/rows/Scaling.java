package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;

/**
 * Columns shifted and divided to a common scale: standardised = (raw − shift)/scale, with the
 * training mean and the population standard deviation. A constant column has no deviation and is
 * divided by its own magnitude, so that a fit does not depend on units.
 *
 * @param shift per column
 * @param scale per column, positive
 */
public record Scaling(double[] shift, double[] scale) {
  public Scaling {
    shift = shift.clone();
    scale = scale.clone();
  }

  /** Learns shifts and scales from the columns of x. */
  public static Scaling standardise(Matrix x) {
    double[] shift = new double[x.cols];
    double[] scale = new double[x.cols];
    double[] column = new double[x.rows];
    for (int j = 0; j < x.cols; j++) {
      for (int i = 0; i < x.rows; i++) {
        column[i] = x.data[x.at(i, j)];
      }
      double[] learnt = learn(column, TargetScaling.STANDARDISE);
      shift[j] = learnt[0];
      scale[j] = learnt[1];
    }
    return new Scaling(shift, scale);
  }

  /** Leaves {@code columns} columns as they are. */
  public static Scaling none(int columns) {
    double[] ones = new double[columns];
    java.util.Arrays.fill(ones, 1.0);
    return new Scaling(new double[columns], ones);
  }

  /** Shift and scale of one column, in that order. */
  public static double[] learn(double[] values, TargetScaling kind) {
    if (kind == TargetScaling.NONE) {
      return new double[] {0.0, 1.0};
    }
    // Divide by the largest magnitude first: squares of 1e300 would overflow, those of 1e-300
    // vanish.
    double largest = 0.0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    if (largest == 0.0) {
      return new double[] {0.0, 1.0};
    }
    double mean = 0.0;
    for (double value : values) {
      mean += value / largest / values.length;
    }
    double squares = 0.0;
    for (double value : values) {
      double centred = value / largest - mean;
      squares += centred * centred / values.length;
    }
    return of(largest, mean, squares, kind);
  }

  /**
   * Shift and scale of one column, in that order.
   *
   * @param largest its largest magnitude
   * @param mean of the values divided by that
   * @param squares their mean squared distance from it
   */
  static double[] of(double largest, double mean, double squares, TargetScaling kind) {
    if (kind == TargetScaling.NONE || largest == 0.0) {
      return new double[] {0.0, 1.0};
    }
    double deviation = Math.sqrt(squares);
    if (!(deviation > 1e-14 * Math.abs(mean))) { // constant up to rounding
      deviation = 1.0;
    }
    double scale = Math.max(deviation * largest, Double.MIN_NORMAL);
    return new double[] {kind == TargetScaling.STANDARDISE ? mean * largest : 0.0, scale};
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
    double centred = raw - shift[column];
    return Double.isInfinite(centred) && Double.isFinite(raw)
        ? raw / scale[column] - shift[column] / scale[column]
        : centred / scale[column];
  }

  public double undo(int column, double standardised) {
    return shift[column] + scale[column] * standardised;
  }
}
