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
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.rows.LearntScaling;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static double[] there(Bound bound, Bound.Pass pass, Dataset<Row> data, int layout) {
    try (PackedRows rows = new PackedRows(data, "features", "label", layout)) {
      rows.scaled(scaling());
      RowSums total = bound.newSums();
      rows.engine(Integer.MAX_VALUE, 1).sum(bound, pass, total);
      return total.flat();
    }
  }

  /** The same rows, cut in other ways. */
  private static List<Dataset<Row>> cuts() {
    return List.of(
        LocalSpark.data(ROWS, 1),
        LocalSpark.data(ROWS, 2),
        LocalSpark.withEmptyPartitions(ROWS, 7));
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
    for (int layout : new int[] {RowLayout.BY_ROWS, 4}) { // which ends where shares end
      for (Dataset<Row> data : cuts()) {
        assertThat(there(bound, pass, data, layout)).isEqualTo(here);
      }
    }
    for (int layout : new int[] {7, 70}) {
      double[] first = there(bound, pass, cuts().get(0), layout);
      for (int i = 0; i < here.length; i++) {
        assertThat(Math.abs(first[i] - here[i])).as("sum " + i).isLessThan(1e-10 * largest);
      }
      assertThat(there(bound, pass, cuts().get(2), layout)).isEqualTo(first);
    }
  }

  /**
   * From the scaling over the inducing points to the last step, minibatches and line searches
   * included: a model follows from the rows, their order and the settings alone.
   */
  @ParameterizedTest
  @CsvSource({"sal(1), 300, 3", "identity, 0, 3", "sal(1) @ mlp(4; dropout=0.5), 0, 0"})
  void aWholeModelHasTheSameBitsHoweverRowsAreCut(String flow, int batch, int layout) {
    TransformedGPRegressor regressor =
        new TransformedGPRegressor()
            .setFlow(flow.replace(';', ','))
            .setInducing(10)
            .setMaxIter(3)
            .setValidation(0.1);
    if (batch > 0) {
      regressor.setBatchSize(batch);
    }
    if (layout > 0) {
      regressor.setPartitions(layout);
    }
    List<double[]> models = cuts().stream().map(data -> numbers(regressor.fit(data))).toList();
    for (double[] model : models) {
      assertThat(model).isEqualTo(models.get(0));
    }
    assertThat(numbers(regressor.setSeed(2).fit(cuts().get(0)))).isNotEqualTo(models.get(0));
  }

  /** Every parameter, the bound at the end, and what q says of some rows. */
  private static double[] numbers(TransformedGPRegressionModel of) {
    TgpModel model = (TgpModel) of.saved().model();
    Prediction prediction = model.predict(ROWS.allInputs().rowRange(0, 50));
    List<double[]> all = new ArrayList<>();
    model.parameterNames().forEach(name -> all.add(model.parameter(name)));
    all.add(prediction.mean());
    all.add(prediction.variance());
    all.add(new double[] {model.trainingResult().bound(), model.trainingResult().validation()});
    return all.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] prediction(Tgp tgp, Dataset<Row> data) {
    try (PackedRows rows = LocalSpark.packed(data)) {
      return tgp.fit(rows).predict(ROWS.allInputs().rowRange(0, 20)).mean();
    }
  }

  /** Batches of one epoch, by their scale, average to all rows. */
  @Test
  void minibatchesAverageToAllRows() {
    Bound bound = bound("identity");
    bound.prepare(Bound.Pass.GRADIENT);
    double all = here(bound, Bound.Pass.GRADIENT)[0];
    try (PackedRows rows = new PackedRows(LocalSpark.data(ROWS, 2), "features", "label", 3)) {
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
