package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import java.util.List;

/** Checked and scaled data of one target for a model whose cost grows with the cube of the rows. */
record SmallData(Scaling inputs, Scaling targets, Matrix x, double[] y) {
  /**
   * Checks and scales.
   *
   * @param what names the model in the message about too many rows
   */
  static SmallData of(Matrix x, double[] y, Likelihood likelihood, int mostRows, String what) {
    Matrix column = Matrix.column(y);
    RowChecks.check(x, column);
    if (x.rows > mostRows) {
      throw new IllegalArgumentException(
          what
              + ": expected at most "
              + mostRows
              + " rows, since memory grows with their square and time with their cube, but got "
              + x.rows
              + "; use the sparse model, Tgp, or fewer rows");
    }
    RowChecks.checkTargets(column, List.of(likelihood));
    Scaling inputs = Scaling.standardise(x);
    double[] learnt = Scaling.learn(y, likelihood.targetScaling());
    Scaling targets = new Scaling(new double[] {learnt[0]}, new double[] {learnt[1]});
    Matrix xs = inputs.apply(x);
    RowChecks.checkReach(x, xs);
    return new SmallData(inputs, targets, xs, targets.apply(column).data);
  }
}
