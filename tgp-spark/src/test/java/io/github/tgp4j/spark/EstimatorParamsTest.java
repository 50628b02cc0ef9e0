package io.github.tgp4j.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.rows.RowStore;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every param is honoured or refused. */
class EstimatorParamsTest {
  private static final RowStore ROWS = LocalSpark.rows(240, false);
  private static Dataset<Row> data;
  private static double[] usual;

  /** Params that make another model, and a value that does. */
  private static final Map<String, Consumer<TransformedGPRegressor>> CHANGES =
      new LinkedHashMap<>();

  static {
    CHANGES.put("covariance", one -> one.setCovariance("matern32"));
    CHANGES.put("mean", one -> one.setMean("linear"));
    CHANGES.put("flow", one -> one.setFlow("sal(1)"));
    CHANGES.put("inducing", one -> one.setInducing(4));
    CHANGES.put("inputScale", one -> one.setInputScale("ranks"));
    CHANGES.put("seed", one -> one.setSeed(2));
    CHANGES.put("method", one -> one.setMethod("collapsed"));
    CHANGES.put("maxIter", one -> one.setMaxIter(5));
    CHANGES.put("epochs", one -> one.setEpochs(7).clear(one.maxIter()));
    CHANGES.put("batchSize", one -> one.setBatchSize(50));
    CHANGES.put("stepSize", one -> one.setStepSize(0.2));
    CHANGES.put("validation", one -> one.setValidation(0.3));
    CHANGES.put("partitions", one -> one.setPartitions(7)); // in the last digits
    CHANGES.put("likelihood", one -> one.setLikelihood("student-t(4)"));
    CHANGES.put("warp", one -> one.setWarp("sal(1)"));
    CHANGES.put("featuresCol", one -> one.setFeaturesCol("features2"));
    CHANGES.put("labelCol", one -> one.setLabelCol("label2"));
    CHANGES.put(
        "inputCols", one -> one.setInputCols(new String[] {"label2"}).clear(one.featuresCol()));
  }

  /** Which tests look at the others. */
  private static final Set<String> COLUMNS =
      Set.of("predictionCol", "varianceCol", "quantiles", "quantilesCol", "probabilityCol");

  private static final Set<String> ELSEWHERE =
      Set.of(
          "checkpointDir", // CheckpointsTest
          "checkpointInterval",
          "patience",
          "auto", // below
          "autoRows",
          "autoSeconds"); // SampleSearchTest

  private static TransformedGPRegressor regressor() {
    return new TransformedGPRegressor("params")
        .setMethod("stochastic")
        .setInducing(6)
        .setMaxIter(3);
  }

  private static double[] fitted(TransformedGPRegressor regressor) {
    return regressor
        .fit(data)
        .transform(data)
        .select("prediction")
        .limit(40)
        .collectAsList()
        .stream()
        .mapToDouble(row -> row.getDouble(0))
        .toArray();
  }

  @BeforeAll
  static void fitTheUsual() {
    data =
        LocalSpark.data(ROWS, 2)
            .selectExpr("*", "label * label as label2")
            .withColumn("features2", functions.array_to_vector(expr("array(label2, 1 / label2)")));
    usual = fitted(regressor());
  }

  static Stream<String> changes() {
    return CHANGES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aParamMakesAnotherModel(String name) {
    TransformedGPRegressor other = regressor();
    CHANGES.get(name).accept(other);
    assertThat(other.isSet(other.getParam(name))).isTrue();
    assertThat(fitted(other)).isNotEqualTo(usual);
  }

  private static Set<String> names(Params of) {
    Set<String> names = new TreeSet<>();
    Arrays.stream(of.params()).map(Param::name).forEach(names::add);
    return names;
  }

  @Test
  void noParamIsWithoutATest() {
    Set<String> tested = new TreeSet<>(CHANGES.keySet());
    tested.addAll(COLUMNS);
    tested.addAll(ELSEWHERE);
    Set<String> all = names(new TransformedGPRegressor());
    all.addAll(names(new TransformedGPClassifier()));
    assertThat(tested).isEqualTo(all);
    assertThat(COLUMNS).containsAll(without(names(new TransformedGPRegressionModel())));
    assertThat(COLUMNS).containsAll(without(names(new TransformedGPClassificationModel())));
  }

  private static Set<String> without(Set<String> names) {
    names.remove("featuresCol");
    return names;
  }

  /** As the estimator says, and as the model is told afterwards. */
  @Test
  void columnsAreNamedAsAsked() {
    TransformedGPRegressionModel model =
        regressor()
            .setPredictionCol("p")
            .setVarianceCol("v")
            .setQuantilesCol("q")
            .setQuantiles(new double[] {0.2, 0.4, 0.9, 0.95})
            .fit(data);
    Row first = model.transform(data).first();
    assertThat(first.<Double>getAs("v")).isPositive();
    assertThat(first.<Vector>getAs("q").size()).isEqualTo(4);
    Row again =
        model
            .copy(ParamMap.empty())
            .setFeaturesCol("features2")
            .setPredictionCol("p2")
            .setVarianceCol("v2")
            .setQuantiles(new double[] {0.5})
            .setQuantilesCol("q2")
            .transform(data)
            .first();
    assertThat(again.<Double>getAs("p2")).isNotEqualTo(first.<Double>getAs("p"));
    assertThat(again.<Double>getAs("v2")).isPositive();
    assertThat(again.<Vector>getAs("q2").size()).isEqualTo(1);
  }

  @Test
  void classesAreNamedAsAsked() {
    Dataset<Row> classes =
        data.selectExpr("features", "features2", "cast(label > 1 as double) as label");
    TransformedGPClassifier classifier =
        new TransformedGPClassifier().setInducing(5).setMaxIter(2).setProbabilityCol("chance");
    TransformedGPClassificationModel model = classifier.fit(classes);
    Row first = model.transform(classes).first();
    assertThat(first.<Vector>getAs("chance").size()).isEqualTo(2);
    assertThat(model.copy(ParamMap.empty()).setProbabilityCol("").transform(classes).columns())
        .containsExactly("features", "features2", "label", "prediction");
    TransformedGPClassificationModel logit =
        classifier.copy(ParamMap.empty()).setLikelihood("bernoulli(logit)").fit(classes);
    assertThat(logit.saved().model().likelihood(0)).hasToString("bernoulli(logit)");
  }

  /** A short one, of one kind of model. */
  @Test
  void aSearchSeesAsManyRowsAsAsked() {
    TransformedGPRegressor auto = regressor();
    auto.clear(auto.method()).clear(auto.maxIter());
    double[] few = fitted(auto.setAuto("svgp").setEpochs(1).setAutoRows(60));
    assertThat(few).isNotEqualTo(usual);
    assertThat(fitted(auto.setAutoRows(100))).isNotEqualTo(few);
  }

  @ParameterizedTest
  @CsvSource({
    "patience, validation",
    "checkpointInterval, checkpointDir",
    "autoRows, auto",
    "autoSeconds, auto"
  })
  void whatSaysNothingAloneIsRefused(String name, String other) {
    TransformedGPRegressor regressor = regressor();
    regressor.set(name, 5);
    assertThatThrownBy(() -> regressor.fit(data))
        .hasMessageContaining(name + ": expected " + other + " beside it");
  }

  @ParameterizedTest
  @CsvSource({
    "patience",
    "partitions",
    "checkpointInterval",
    "autoRows",
    "autoSeconds",
    "maxIter",
    "batchSize",
    "inducing"
  })
  void noneOfSomethingIsRefused(String name) {
    TransformedGPRegressor regressor = regressor();
    regressor.set(name, 0);
    assertThatThrownBy(() -> regressor.fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but got 0");
  }

  @Test
  void vectorsAndRawColumnsExcludeEachOther() {
    assertThatThrownBy(
            () ->
                regressor()
                    .setFeaturesCol("features")
                    .setInputCols(new String[] {"label2"})
                    .fit(data))
        .hasMessageContaining("featuresCol: expected no inputCols beside it");
  }
}
