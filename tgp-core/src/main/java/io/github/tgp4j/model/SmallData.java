package io.github.tgp4j.model;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import java.util.List;

/** Checked and scaled data of one target for a model whose cost grows with the cube of the rows. */
record SmallData(Scaling inputs, Scaling targets, Matrix x, double[] y) {
  /**
   * Refuses more rows than such a model can take.
   *
   * @param what names the model in the message
   */
  static void requireFew(Matrix x, int mostRows, String what) {
    if (x.rows > mostRows) {
      throw new IllegalArgumentException(
          what
              + ": expected at most "
              + mostRows
              + " rows, since memory grows with their square and time with their cube, but got "
              + x.rows
              + "; use the sparse model, Tgp, or fewer rows");
    }
  }

  /** Checks and scales. */
  static SmallData of(Matrix x, double[] y, Likelihood likelihood, InputScale inputScale) {
    Matrix column = Matrix.column(y);
    RowChecks.check(x, column);
    RowChecks.checkTargets(column, List.of(likelihood));
    LearntScaling learnt =
        LearntScaling.of(
            RowStore.of(x, new double[][] {y}), inputScale, likelihood.targetScaling());
    Matrix xs = learnt.inputs().apply(x);
    RowChecks.checkReach(x, xs);
    return new SmallData(
        learnt.inputs(), learnt.targets(), xs, learnt.targets().apply(column).data);
  }
}
