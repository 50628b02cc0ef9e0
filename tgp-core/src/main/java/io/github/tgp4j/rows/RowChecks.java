package io.github.tgp4j.rows;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/** Checks of what comes in, before any work is done: every message names the place. */
public final class RowChecks {
  private static final double FARTHEST = 1e50;

  private RowChecks() {}

  public static void check(Matrix x, Matrix y) {
    if (x.rows == 0 || x.cols == 0) {
      throw new IllegalArgumentException(
          "x: expected at least one row and one column but got " + x.shape());
    }
    if (y.rows != x.rows) {
      throw new IllegalArgumentException(
          "targets: expected " + x.rows + ", one per row of x, but got " + y.rows);
    }
    if (y.cols == 0) {
      throw new IllegalArgumentException("targets: expected at least one column but got none");
    }
    checkFinite("x", x);
    checkFinite("y", y);
  }

  /** The checks of {@link #check(Matrix, Matrix)} and {@link #checkTargets}, in one pass. */
  public static void check(RowStore rows, Likelihood likelihood) {
    if (rows.rows() == 0 || rows.inputs() == 0) {
      throw new IllegalArgumentException(
          "x: expected at least one row and one column but got "
              + rows.rows()
              + "×"
              + rows.inputs());
    }
    if (rows.targets() == 0) {
      throw new IllegalArgumentException("targets: expected at least one column but got none");
    }
    RowPass.over(
        rows,
        (row, x, y) -> {
          checkFinite("x", row, x);
          checkFinite("y", row, y);
          for (int o = 0; o < y.length; o++) {
            checkTarget(row, o, y[o], likelihood);
          }
        });
  }

  private static void checkFinite(String name, long row, double[] values) {
    for (int j = 0; j < values.length; j++) {
      if (!Double.isFinite(values[j])) {
        throw notFinite(name, row, j, values[j]);
      }
    }
  }

  private static IllegalArgumentException notFinite(String name, long row, int column, double got) {
    return new IllegalArgumentException(
        name
            + ": row "
            + row
            + ", column "
            + column
            + ": expected a finite number but got "
            + got
            + "; drop or impute the row");
  }

  public static void checkFinite(String name, Matrix values) {
    for (int i = 0; i < values.rows; i++) {
      for (int j = 0; j < values.cols; j++) {
        double value = values.data[values.at(i, j)];
        if (!Double.isFinite(value)) {
          throw notFinite(name, i, j, value);
        }
      }
    }
  }

  /**
   * Squares and products of standardised inputs must not overflow, or covariances become NaN; data
   * that were standardised are never near this, rows to predict may be.
   */
  public static void checkReach(Matrix raw, Matrix scaled) {
    for (int i = 0; i < raw.rows; i++) {
      for (int j = 0; j < raw.cols; j++) {
        checkReach(i, j, raw.get(i, j), scaled.get(i, j));
      }
    }
  }

  /** {@link #checkReach(Matrix, Matrix)} of rows wherever they lie. */
  public static void checkReach(RowStore rows, Scaling inputs) {
    RowPass.over(
        rows,
        (row, x, y) -> {
          for (int j = 0; j < x.length; j++) {
            checkReach(row, j, x[j], inputs.apply(j, x[j]));
          }
        });
  }

  private static void checkReach(long row, int column, double raw, double scaled) {
    if (!(Math.abs(scaled) <= FARTHEST)) {
      throw new IllegalArgumentException(
          "x: row "
              + row
              + ", column "
              + column
              + ": "
              + raw
              + " is "
              + scaled
              + " on the model's scale, too far out to compute with; expected at most "
              + FARTHEST
              + "; drop the row, and let inputs be standardised");
    }
  }

  public static void checkDraws(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("draws: expected 0 or more but got " + count);
    }
  }

  public static void checkTargets(Matrix y, List<Likelihood> likelihoods) {
    for (int o = 0; o < y.cols; o++) {
      for (int i = 0; i < y.rows; i++) {
        checkTarget(i, o, y.get(i, o), likelihoods.get(o));
      }
    }
  }

  private static void checkTarget(long row, int output, double y, Likelihood likelihood) {
    String violation = likelihood.violation(y);
    if (violation != null) {
      throw new IllegalArgumentException(
          "y: row "
              + row
              + ", column "
              + output
              + ": "
              + violation
              + " (likelihood "
              + likelihood
              + ")");
    }
  }
}
