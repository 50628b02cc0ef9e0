package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.likelihood.TargetScaling;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark's sums, and the models that follow from them, are those of one machine. */
class SparkEngineTest {
  private static final int N = 1600; // four shares of 400 rows
  private static final Workers WORKERS = new Workers(2);
  private static final RowStore ROWS = LocalSpark.rows(N, false);

  /** A bound with values that a few steps have moved. */
  private static Bound bound(String flow) {
    TgpModel model =
        Tgp.builder().flow(flow).inducing(10).plan(TrainingPlan.ofSteps(2)).threads(1).fit(ROWS);
    Architecture architecture = model.architecture();
    Parameters parameters = architecture.newParameters(List.of(Matrix.zeros(10, 2)));
    for (String name : model.parameterNames()) {
      parameters.set(name, model.parameter(name));
    }
    Elbo elbo =
        new Elbo(
            architecture, parameters, model.posteriors(), List.of(Nodes.gaussHermite(9)), WORKERS);
    elbo.useNoise(11, 5);
    return elbo;
  }

  private static LearntScaling scaling() {
    return LearntScaling.of(ROWS, InputScale.STANDARD, TargetScaling.STANDARDISE);
  }

  private static double[] here(Bound bound, Bound.Pass pass) {
    RowStore scaled = scaling().apply(ROWS);
    RowSums total = bound.newSums();
    new MemoryEngine(scaled, N, 1, WORKERS).sum(bound, pass, total);
    return total.flat();
  }

  private static double[] there(Bound bound, Bound.Pass pass, Dataset<Row> data) {
    try (PackedRows rows = new PackedRows(data, "features", "label")) {
      rows.scaled(scaling());
      RowSums total = bound.newSums();
      rows.engine(Integer.MAX_VALUE, 1).sum(bound, pass, total);
      return total.flat();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "sal(1); GRADIENT",
        "sal(1) @ mlp(4, tanh, dropout=0.5); GRADIENT",
        "identity; MOMENTS"
      })
  void sumsAreThoseOfOneMachine(String flow, Bound.Pass pass) {
    Bound bound = bound(flow);
    bound.prepare(pass);
    double[] here = here(bound, pass);
    double largest = 0.0;
    for (double value : here) {
      largest = Math.max(largest, Math.abs(value));
    }
    for (int partitions : new int[] {1, 2, 4}) { // which end where shares end
      assertThat(there(bound, pass, LocalSpark.data(ROWS, partitions))).isEqualTo(here);
    }
    for (int partitions : new int[] {7, 100}) {
      Dataset<Row> awkward = LocalSpark.withEmptyPartitions(ROWS, partitions);
      double[] there = there(bound, pass, awkward);
      for (int i = 0; i < here.length; i++) {
        assertThat(Math.abs(there[i] - here[i])).as("sum " + i).isLessThan(1e-10 * largest);
      }
      assertThat(there(bound, pass, awkward)).isEqualTo(there);
    }
  }

  /** Minibatches and all: the rows of a step follow from seed and step, not from partitions. */
  @Test
  void theModelDoesNotDependOnThePartitions() {
    Tgp tgp =
        Tgp.builder()
            .flow("sal(1)")
            .inducing(10)
            .threads(1)
            .plainStart(false) // a line search would magnify the last digits of the sums
            .plan(TrainingPlan.ofSteps(10).withBatchSize(300));
    double[] one = prediction(tgp, LocalSpark.data(ROWS, 1));
    double[] seven = prediction(tgp, LocalSpark.withEmptyPartitions(ROWS, 7));
    for (int i = 0; i < one.length; i++) {
      assertThat(Math.abs(seven[i] - one[i])).isLessThan(1e-8);
    }
    assertThat(prediction(tgp, LocalSpark.withEmptyPartitions(ROWS, 7))).isEqualTo(seven);
    assertThat(prediction(tgp.copy().seed(2), LocalSpark.data(ROWS, 1))).isNotEqualTo(one);
  }

  private static double[] prediction(Tgp tgp, Dataset<Row> data) {
    try (PackedRows rows = new PackedRows(data, "features", "label")) {
      return tgp.fit(rows).predict(ROWS.allInputs().rowRange(0, 20)).mean();
    }
  }

  /** Batches of one epoch, by their scale, average to all rows. */
  @Test
  void minibatchesAverageToAllRows() {
    Bound bound = bound("identity");
    bound.prepare(Bound.Pass.GRADIENT);
    double all = here(bound, Bound.Pass.GRADIENT)[0];
    try (PackedRows rows = new PackedRows(LocalSpark.data(ROWS, 3), "features", "label")) {
      rows.scaled(scaling());
      SparkEngine engine = rows.engine(400, 3);
      RowSums total = bound.newSums();
      double sum = 0.0;
      for (int b = 0; b < 4; b++) {
        engine.advance();
        engine.sum(bound, Bound.Pass.GRADIENT, total);
        sum += total.expectation / 4;
      }
      assertThat(Math.abs(sum - all)).isLessThan(1e-8 * Math.abs(all));
      assertThat(engine.drawn()).isEqualTo(4);
    }
  }

  @Test
  void nothingStaysCachedAfterAFit() {
    int before = LocalSpark.context().getPersistentRDDs().size();
    prediction(
        Tgp.builder().inducing(5).threads(1).plan(TrainingPlan.collapsed(2)),
        LocalSpark.data(ROWS, 2));
    assertThat(LocalSpark.context().getPersistentRDDs()).hasSize(before);
  }
}
