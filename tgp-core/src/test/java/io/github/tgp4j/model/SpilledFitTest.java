package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows in a file train the same model, bit for bit, as rows in memory. */
class SpilledFitTest {
  private static final int N = 12_000; // more than k-means looks at
  private static final Matrix X = Matrix.zeros(N, 3);
  private static final Matrix Y = Matrix.zeros(N, 2);

  static {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < 3; j++) {
        X.set(i, j, 1000 * j + random.nextDouble(0, 10));
      }
      Y.set(i, 0, Math.exp(0.2 * X.get(i, 0)) + 0.1 * random.nextGaussian());
      Y.set(i, 1, X.get(i, 1) + random.nextGaussian());
    }
  }

  @TempDir Path directory;

  private RowStore spill(Matrix x, Matrix y) {
    try (RowStore.Writer writer = RowStore.spill(directory, x.cols, y.cols)) {
      for (int from = 0; from < x.rows; from += 5000) {
        int to = Math.min(x.rows, from + 5000);
        writer.append(x.rowRange(from, to), y.rowRange(from, to));
      }
      return writer.finish();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "64, 0, K_MEANS, DEFAULT, 12000",
    "64, 0.1, K_MEANS, DEFAULT, 12000",
    "64, 0.1, RANDOM, DATA, 500",
    "1000000, 0.1, GREEDY_VARIANCE, IDENTITY, 500",
    "1000000, 0, K_MEANS, DEFAULT, 500"
  })
  void sameBits(int batch, double held, Tgp.Inducing inducing, Tgp.FlowStart start, int rows) {
    Tgp tgp =
        Tgp.builder()
            .flow("sal(1)")
            .flowStart(start)
            .inducing(8, inducing)
            .validation(held)
            .plan(TrainingPlan.ofSteps(5).withBatchSize(batch).withEarlyStopping(0, 2));
    Matrix x = X.rowRange(0, rows);
    Matrix y = Y.rowRange(0, rows);
    TgpModel memory = tgp.threads(1).fit(x, y);
    try (RowStore spilled = spill(x, y)) {
      TgpModel mapped = tgp.threads(2).fit(spilled);
      assertThat(mapped.inputScaling().scale()).isEqualTo(memory.inputScaling().scale());
      assertThat(mapped.targetScaling().shift()).isEqualTo(memory.targetScaling().shift());
      for (String name : memory.parameterNames()) {
        assertThat(mapped.parameter(name)).as(name).isEqualTo(memory.parameter(name));
      }
      assertThat(mapped.predictAll(X.rowRange(0, 9)).get(1).variance())
          .isEqualTo(memory.predictAll(X.rowRange(0, 9)).get(1).variance());
      assertThat(mapped.trainingResult().bound()).isEqualTo(memory.trainingResult().bound());
    }
  }

  /** The passes over a store learn what the columns of a matrix teach. */
  @Test
  void scalingIsThatOfColumns() {
    Matrix x = X.rowRange(0, 700).copy();
    for (int i = 0; i < x.rows; i++) {
      x.set(i, 1, 0.3); // constant
      x.set(i, 2, 1e300 * (i - 350)); // squares overflow
    }
    Scaling columns = Scaling.standardise(x);
    LearntScaling learnt =
        LearntScaling.of(
            RowStore.of(x, new double[][] {new double[700]}),
            InputScale.STANDARD,
            io.github.tgp4j.likelihood.TargetScaling.SCALE);
    assertThat(learnt.inputs().shift()).isEqualTo(columns.shift());
    assertThat(learnt.inputs().scale()).isEqualTo(columns.scale());
    assertThat(learnt.targets().scale()).as("all zero").containsExactly(1.0);
  }

  @Test
  void badRowsAreNamed() {
    Matrix x = X.rowRange(0, 20).copy();
    x.set(17, 2, Double.NaN);
    try (RowStore rows = spill(x, Y.rowRange(0, 20))) {
      assertThatThrownBy(() -> Tgp.builder().fit(rows))
          .hasMessageContaining("x: row 17, column 2: expected a finite number but got NaN");
    }
    try (RowStore rows = spill(X.rowRange(0, 20), Y.rowRange(0, 20))) {
      assertThatThrownBy(() -> Tgp.builder().likelihood("bernoulli").fit(rows))
          .hasMessageContaining("y: row 0, column 0");
    }
  }
}
