package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/** Checks of what comes in, before any work is done: every message names the place. */
final class Data {
  private static final double FARTHEST = 1e50;

  private Data() {}

  static void check(Matrix x, Matrix y) {
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

  static void checkFinite(String name, Matrix values) {
    for (int i = 0; i < values.rows; i++) {
      for (int j = 0; j < values.cols; j++) {
        double value = values.data[values.at(i, j)];
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              name
                  + ": row "
                  + i
                  + ", column "
                  + j
                  + ": expected a finite number but got "
                  + value
                  + "; drop or impute the row");
        }
      }
    }
  }

  /**
   * Squares and products of standardised inputs must not overflow, or covariances become NaN; data
   * that were standardised are never near this, rows to predict may be.
   */
  static void checkReach(Matrix raw, Matrix scaled) {
    for (int i = 0; i < raw.rows; i++) {
      for (int j = 0; j < raw.cols; j++) {
        if (!(Math.abs(scaled.get(i, j)) <= FARTHEST)) {
          throw new IllegalArgumentException(
              "x: row "
                  + i
                  + ", column "
                  + j
                  + ": "
                  + raw.get(i, j)
                  + " is "
                  + scaled.get(i, j)
                  + " on the model's scale, too far out to compute with; expected at most "
                  + FARTHEST
                  + "; drop the row, and let inputs be standardised");
        }
      }
    }
  }

  static void checkDraws(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("draws: expected 0 or more but got " + count);
    }
  }

  static void checkTargets(Matrix y, List<Likelihood> likelihoods) {
    for (int o = 0; o < y.cols; o++) {
      for (int i = 0; i < y.rows; i++) {
        String violation = likelihoods.get(o).violation(y.get(i, o));
        if (violation != null) {
          throw new IllegalArgumentException(
              "y: row "
                  + i
                  + ", column "
                  + o
                  + ": "
                  + violation
                  + " (likelihood "
                  + likelihoods.get(o)
                  + ")");
        }
      }
    }
  }
}
