package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rounds of k-means in the partitions are those of one machine. */
class ClusterSumsTest {
  private static final RowStore ROWS = LocalSpark.rows(1600, false);

  /** By the definition: five times the mean of the rows that are nearest. */
  private static Matrix here(Matrix x, Matrix start, double[] units) {
    Matrix centres = start.copy();
    for (int round = 0; round < 5; round++) {
      double[][] sums = new double[start.rows][3];
      for (int i = 0; i < x.rows; i++) {
        int best = 0;
        for (int c = 1; c < start.rows; c++) {
          best =
              distance(x, i, centres, c, units) < distance(x, i, centres, best, units) ? c : best;
        }
        sums[best][0] += x.get(i, 0);
        sums[best][1] += x.get(i, 1);
        sums[best][2]++;
      }
      for (int c = 0; c < start.rows; c++) {
        if (sums[c][2] > 0) {
          centres.set(c, 0, sums[c][0] / sums[c][2]);
          centres.set(c, 1, sums[c][1] / sums[c][2]);
        }
      }
    }
    return centres;
  }

  private static double distance(Matrix x, int i, Matrix z, int c, double[] units) {
    return Math.hypot(
        (x.get(i, 0) - z.get(c, 0)) / units[0], (x.get(i, 1) - z.get(c, 1)) / units[1]);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 1, 4", "70, 0.1, 2"})
  void centresMoveAsOnOneMachine(int partitions, double unit0, double unit1) {
    LearntScaling scaling = LearntScaling.of(ROWS, InputScale.STANDARD, TargetScaling.STANDARDISE);
    Matrix x = scaling.apply(ROWS).allInputs();
    Matrix start = Matrix.of(new double[][] {{-1, 0}, {1, 0}, {0, 3}, {0, 1e9}});
    double[] units = {unit0, unit1};
    Matrix expected = here(x, start, units);
    try (PackedRows rows =
        new PackedRows(LocalSpark.data(ROWS, 2), "features", "label", partitions)) {
      Matrix moved = rows.scaled(scaling).centres(start, units);
      for (int i = 0; i < expected.data.length; i++) {
        assertThat(moved.data[i]).isCloseTo(expected.data[i], within(expected.data[i]));
      }
      assertThat(moved.get(3, 1)).isEqualTo(1e9); // nearest to none
    }
  }

  private static Offset<Double> within(double value) {
    return Offset.offset(1e-10 * Math.max(1.0, Math.abs(value)));
  }

  /** Above 10,000 rows, of which some are at hand, inducing points start at centres of all. */
  @Test
  void manyRowsMoveTheInducingPoints() {
    RowStore rows = LocalSpark.rows(10_500, false);
    Tgp tgp = Tgp.builder().inducing(3).threads(1).plan(TrainingPlan.ofSteps(1).withBatchSize(100));
    try (PackedRows packed = LocalSpark.packed(LocalSpark.data(rows, 2))) {
      double[] all = tgp.fit(packed).parameter("inducing");
      assertThat(all).isNotEqualTo(tgp.fit(rows).parameter("inducing"));
    }
  }
}
