package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds inducing inputs that no row is near, and better places for them; equation T11 in
 * docs/equations.md.
 *
 * <pre>
 *   z_m is idle when k(x_n, z_m)² &lt; 0.01·k(x_n, x_n)·k(z_m, z_m) for every row n
 * </pre>
 *
 * <p>An idle point tells of no row, and no gradient leads it back: it lay between clusters when the
 * lengthscales that tell them apart shrank. It moves to the row with the largest variance left
 * given the other points, as in {@link InducingPoints#greedyVariance}.
 */
final class IdleInducingPoints {
  private static final double LEAST_CORRELATION = 0.1;

  /** Of the prior variance: what is left at points that others stand for already. */
  private static final double EXPLAINED = 1e-6;

  private final Architecture architecture;
  private final Matrix rows;
  private final Scratch scratch = new Scratch();

  /** With a seeded sample of the rows where they are many. */
  IdleInducingPoints(Architecture architecture, RowStore rows, long seed) {
    this.architecture = architecture;
    this.rows = InducingPoints.sample(rows, seed);
  }

  /**
   * Moves the idle points of a group.
   *
   * @param values constrained values of all parameters, whose inducing inputs change in place
   * @return whether there were any
   */
  boolean move(int group, double[] values) {
    Covariance covariance = architecture.groups().get(group).covariance();
    int at = architecture.covarianceAt(group);
    Matrix z = architecture.inducing(group, values);
    List<Integer> idle = idle(covariance, values, at, z);
    if (idle.isEmpty()) {
      return false;
    }
    RemainingVariance left = new RemainingVariance(covariance, values, at, z.rows);
    for (int m = 0; m < z.rows; m++) {
      if (!idle.contains(m)) {
        left.condition(z.rowRange(m, m + 1));
      }
    }
    for (int m : idle) {
      int row = left.largest();
      System.arraycopy(rows.data, rows.at(row, 0), z.data, z.at(m, 0), z.cols);
      left.condition(rows.rowRange(row, row + 1));
    }
    return true;
  }

  private List<Integer> idle(Covariance covariance, double[] theta, int at, Matrix z) {
    Matrix cross = Matrix.zeros(rows.rows, z.rows);
    covariance.cross(theta, at, rows, z, cross, scratch);
    double[] ofRows = new double[rows.rows];
    double[] ofPoints = new double[z.rows];
    covariance.diagonal(theta, at, rows, ofRows);
    covariance.diagonal(theta, at, z, ofPoints);
    List<Integer> idle = new ArrayList<>();
    for (int m = 0; m < z.rows; m++) {
      double most = 0.0;
      for (int n = 0; n < rows.rows; n++) {
        most = Math.max(most, Math.abs(cross.get(n, m)) / Math.sqrt(ofRows[n] * ofPoints[m]));
      }
      if (most < LEAST_CORRELATION) {
        idle.add(m);
      }
    }
    return idle;
  }

  /**
   * The variance of every row given the points so far: rows of an incomplete Cholesky factor, one
   * for each point.
   */
  private final class RemainingVariance {
    private final Covariance covariance;
    private final double[] theta;
    private final int at;
    private final double[] left = new double[rows.rows];
    private final double[][] columns; // of the rows, by point
    private final double[][] own; // of the points, by point: the factor of K_zz
    private final Matrix points;
    private int count;

    RemainingVariance(Covariance covariance, double[] theta, int at, int most) {
      this.covariance = covariance;
      this.theta = theta;
      this.at = at;
      this.columns = new double[most][];
      this.own = new double[most][most];
      this.points = Matrix.zeros(most, rows.cols);
      covariance.diagonal(theta, at, rows, left);
    }

    int largest() {
      int best = 0;
      for (int n = 1; n < left.length; n++) {
        best = left[n] > left[best] ? n : best;
      }
      return best;
    }

    /** Adds a point, unless those before it explain it already. */
    void condition(Matrix point) {
      double[] variance = new double[1];
      covariance.diagonal(theta, at, point, variance);
      double[] factor = own[count];
      double[] withPoints = cross(points.rowRange(0, count), point);
      double rest = variance[0];
      for (int k = 0; k < count; k++) {
        double sum = withPoints[k];
        for (int j = 0; j < k; j++) {
          sum -= own[k][j] * factor[j];
        }
        factor[k] = sum / own[k][k];
        rest -= factor[k] * factor[k];
      }
      if (!(rest > EXPLAINED * variance[0])) {
        return;
      }
      factor[count] = Math.sqrt(rest);
      double[] column = cross(rows, point);
      for (int k = 0; k < count; k++) {
        for (int n = 0; n < column.length; n++) {
          column[n] -= factor[k] * columns[k][n];
        }
      }
      for (int n = 0; n < column.length; n++) {
        column[n] /= factor[count];
        left[n] -= column[n] * column[n];
      }
      System.arraycopy(point.data, point.at(0, 0), points.data, points.at(count, 0), rows.cols);
      columns[count++] = column;
    }

    private double[] cross(Matrix of, Matrix point) {
      Matrix column = Matrix.zeros(of.rows, 1);
      if (of.rows > 0) {
        covariance.cross(theta, at, of, point, column, scratch);
      }
      return column.data;
    }
  }
}
