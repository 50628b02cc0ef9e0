package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.ml.tuning.TrainValidationSplitModel;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransformedGPRegressorTest {
  private static final int N = 1024; // two shares
  private static final RowStore ROWS = LocalSpark.rows(N, false);

  private static TransformedGPRegressor regressor() {
    return new TransformedGPRegressor()
        .setInducing(10)
        .setMaxIter(5)
        .setVarianceCol("variance")
        .setQuantiles(new double[] {0.1, 0.9})
        .setQuantilesCol("quantiles");
  }

  private static double[] column(Dataset<Row> data, String name) {
    return data.select(name).collectAsList().stream()
        .mapToDouble(row -> row.getDouble(0))
        .toArray();
  }

  @Test
  void itIsTheModelThatOneMachineFits() {
    TransformedGPRegressionModel model =
        regressor().setFlow("sal(1) @ mlp(4, tanh, dropout=0.5)").fit(LocalSpark.data(ROWS, 2));
    TgpModel local =
        Tgp.builder()
            .flow("sal(1) @ mlp(4, tanh, dropout=0.5)")
            .inducing(10)
            .plan(p -> p.withSteps(5))
            .threads(1)
            .fit(ROWS);
    Prediction expected = local.predict(ROWS.allInputs());
    Dataset<Row> scored = model.transform(LocalSpark.data(ROWS, 3));
    assertThat(scored.columns())
        .containsExactly("features", "label", "prediction", "variance", "quantiles");
    List<Row> rows = scored.collectAsList();
    for (int i = 0; i < N; i += 100) {
      assertThat(rows.get(i).getDouble(2)).isEqualTo(expected.mean()[i]);
      assertThat(rows.get(i).getDouble(3)).isEqualTo(expected.variance()[i]);
      Vector quantiles = rows.get(i).getAs(4);
      assertThat(quantiles.apply(0)).isEqualTo(expected.quantiles(0.1, 0.9)[0][i]);
      assertThat(quantiles.apply(1)).isEqualTo(expected.quantiles(0.1, 0.9)[1][i]);
    }
    assertThat(model.saved().provenance().rows()).isEqualTo(N);
    assertThat(model.parent().uid()).isEqualTo(model.uid());
  }

  @Test
  void itWorksInAPipelineAndIsSavedWithIt(@TempDir Path directory) throws Exception {
    StructType schema =
        new StructType()
            .add("a", DataTypes.DoubleType)
            .add("b.c", DataTypes.DoubleType)
            .add("the label", DataTypes.IntegerType);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(RowFactory.create(0.1 * i, Math.cos(i), i % 7));
    }
    Dataset<Row> data =
        LocalSpark.session().createDataFrame(rows, schema).withColumnRenamed("b.c", "b");
    VectorAssembler assembler =
        new VectorAssembler().setInputCols(new String[] {"a", "b"}).setOutputCol("features");
    Pipeline pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {assembler, regressor().setLabelCol("the label")});
    pipeline.write().overwrite().save(directory.resolve("pipeline").toUri().toString());
    PipelineModel model = Pipeline.load(directory.resolve("pipeline").toUri().toString()).fit(data);
    model.write().overwrite().save(directory.resolve("model").toUri().toString());
    PipelineModel read = PipelineModel.load(directory.resolve("model").toUri().toString());
    assertThat(column(read.transform(data), "prediction"))
        .isEqualTo(column(model.transform(data), "prediction"));
    assertThat(read.transform(data).columns()).contains("variance", "quantiles");
  }

  /** What Spark saved holds a file that the library and the command read. */
  @Test
  void aSavedModelHoldsAnOrdinaryFile(@TempDir Path directory) throws Exception {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    TransformedGPRegressionModel model = regressor().fit(data);
    String path = directory.resolve("saved").toString();
    model.write().save(path);
    SavedModel file = ModelFile.read(directory.resolve("saved/model.tgp"));
    Matrix x = ROWS.allInputs().rowRange(0, 30);
    double[] expected = file.model().predict(x).mean();
    assertThat(column(model.transform(data), "prediction")).startsWith(expected);
    TransformedGPRegressionModel again =
        TransformedGPRegressionModel.ofTgp(path + "/model.tgp").setPredictionCol("p");
    assertThat(column(again.transform(data), "p")).startsWith(expected);
    assertThat(TransformedGPRegressionModel.load(path).getQuantiles()).containsExactly(0.1, 0.9);
    assertThatThrownBy(() -> TransformedGPClassificationModel.ofTgp(path + "/model.tgp"))
        .hasMessageContaining("expected one of one target, classes, but got one of 1 target");
  }

  @Test
  void crossValidationChoosesAmongSettings() {
    TransformedGPRegressor regressor = regressor();
    ParamMap[] grid =
        new ParamGridBuilder().addGrid(regressor.inducing(), new int[] {1, 20}).build();
    CrossValidatorModel best =
        new CrossValidator()
            .setEstimator(regressor)
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(grid)
            .setNumFolds(2)
            .setSeed(1)
            .fit(LocalSpark.data(ROWS, 2));
    assertThat(best.avgMetrics()[1]).isLessThan(best.avgMetrics()[0]);
    TransformedGPRegressionModel model = (TransformedGPRegressionModel) best.bestModel();
    assertThat(((TgpModel) model.saved().model()).architecture().groups().get(0).inducing())
        .isEqualTo(20);
  }

  @Test
  void aSplitForValidationChoosesAmongSettings() {
    TransformedGPRegressor regressor = regressor();
    TrainValidationSplitModel best =
        new TrainValidationSplit()
            .setEstimator(regressor)
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(
                new ParamMap[] {
                  new ParamMap().put(regressor.covariance(), "rbf"),
                  new ParamMap().put(regressor.covariance(), "linear")
                })
            .setTrainRatio(0.7)
            .setSeed(1)
            .fit(LocalSpark.data(ROWS, 2));
    assertThat(best.validationMetrics()[0]).isLessThan(best.validationMetrics()[1]);
    TransformedGPRegressionModel model = (TransformedGPRegressionModel) best.bestModel();
    assertThat(model.saved().model().toString()).contains("rbf");
  }

  /** A table's model, with texts, times and missing values, scores a DataFrame of raw columns. */
  @Test
  void aModelOfATableScoresRawColumns(@TempDir Path directory) throws Exception {
    Double[] number = new Double[80];
    String[] text = new String[80];
    LocalDate[] day = new LocalDate[80];
    double[] y = new double[80];
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      number[i] = i % 9 == 0 ? null : Double.valueOf(i % 11);
      text[i] = i % 10 == 3 ? null : "k" + i % 3;
      day[i] = LocalDate.of(2024, 1, 1).plusDays(3L * i);
      y[i] = i % 3 + 0.1 * (i % 11);
      rows.add(
          RowFactory.create(text[i], java.sql.Date.valueOf(day[i]), number[i], "not an input"));
    }
    Table table =
        Table.builder()
            .number("n", number)
            .category("t", text)
            .time("d", day)
            .number("y", y)
            .build();
    List<Column> inputs = table.columns().subList(0, 3);
    Encoder.Learner learner = Encoder.learner(inputs);
    learner.add(table.all());
    Encoder encoder = learner.finish();
    TargetEncoder.Learner target = TargetEncoder.learner(table.columns().get(3), false);
    target.add(table.all());
    TgpModel model =
        Tgp.builder()
            .inducing(10)
            .plan(TrainingPlan.collapsed(3))
            .fit(encoder.encode(table.all()), Matrix.column(y));
    SavedModel saved = new SavedModel(model, encoder, List.of(target.finish()));
    ModelFile.write(directory.resolve("table.tgp"), saved);

    Dataset<Row> data =
        LocalSpark.session()
            .createDataFrame(
                rows,
                new StructType()
                    .add("t", DataTypes.StringType)
                    .add("d", DataTypes.DateType)
                    .add("n", DataTypes.DoubleType)
                    .add("features", DataTypes.StringType));
    TransformedGPRegressionModel scorer =
        TransformedGPRegressionModel.ofTgp(directory.resolve("table.tgp").toString());
    assertThat(column(scorer.transform(data), "prediction")).isEqualTo(saved.predict(table).mean());
    assertThatThrownBy(() -> scorer.transform(data.drop("t")))
        .hasMessageContaining("inputs of the model: expected a column t but the DataFrame has");
  }

  private static void refused(TransformedGPRegressor regressor, Dataset<Row> data, String message) {
    assertThatThrownBy(() -> regressor.fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void badInputIsNamedWithItsColumnAndCount() {
    List<Row> rows = new ArrayList<>(LocalSpark.list(ROWS).subList(0, 40));
    rows.add(RowFactory.create(null, 1.0));
    rows.add(RowFactory.create(null, 1.0));
    rows.add(RowFactory.create(Vectors.dense(1, 2, 3), 1.0));
    rows.add(RowFactory.create(Vectors.dense(1, Double.NaN), 1.0));
    rows.add(RowFactory.create(Vectors.dense(1, 2), Double.NaN));
    rows.add(RowFactory.create(Vectors.dense(1, 2), null));
    Dataset<Row> data = LocalSpark.frame(LocalSpark.context().parallelize(rows, 2));
    refused(regressor(), data, "column features is null in 2 rows");
    refused(regressor(), data, "column features has NaN or infinite features in 1 row");
    refused(regressor(), data, "column features has another number of features");
    refused(regressor(), data, "column label is NaN or infinite in 1 row");
    refused(regressor(), data, "column label is null in 1 row");
    refused(regressor(), data.limit(0), "the DataFrame has none to train on");
  }

  @Test
  void settingsThatCannotBeAreRefusedBeforeAnyJob() {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    refused(regressor().setFeaturesCol("x"), data, "featuresCol: expected a column x but");
    refused(regressor().setFeaturesCol("label"), data, "expected a column of vectors but label");
    refused(regressor().setLabelCol("features"), data, "expected a column of numbers but features");
    refused(regressor().setPredictionCol("label"), data, "expected a new column");
    refused(regressor().setFlow("sail(3)"), data, "sail");
    refused(regressor().setMethod("quick"), data, "method");
    refused(
        regressor().setWarp("sal(1)").setLikelihood("gaussian"), data, "warp: expected it alone");
    refused(regressor().setLikelihood("poisson"), data, "that the likelihood poisson");
  }
}
