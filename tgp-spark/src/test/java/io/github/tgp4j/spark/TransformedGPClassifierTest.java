package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.RowStore;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransformedGPClassifierTest {
  private static final RowStore ROWS = LocalSpark.rows(600, true);

  private static TransformedGPClassifier classifier() {
    return new TransformedGPClassifier().setInducing(10).setMaxIter(20);
  }

  @Test
  void itIsTheModelThatOneMachineFits(@TempDir Path directory) throws Exception {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    TransformedGPClassificationModel model = classifier().fit(data);
    assertThat(model.numClasses()).isEqualTo(3);
    TgpModel local =
        Tgp.builder()
            .likelihood("categorical(3)")
            .inducing(10)
            .plan(p -> p.withSteps(20))
            .threads(1)
            .fit(ROWS);
    double[][] expected = local.predict(ROWS.allInputs()).classProbabilities();
    model.write().save(directory.resolve("saved").toString());
    TransformedGPClassificationModel read =
        TransformedGPClassificationModel.load(directory.resolve("saved").toString());
    List<Row> scored = read.transform(data).collectAsList();
    for (int i = 0; i < expected.length; i += 50) {
      Vector probability = scored.get(i).getAs("probability");
      assertThat(probability.toArray()).isEqualTo(expected[i]);
      assertThat(probability.argmax()).isEqualTo((int) (double) scored.get(i).getAs("prediction"));
    }
    double accuracy =
        new MulticlassClassificationEvaluator()
            .setMetricName("accuracy")
            .evaluate(model.transform(data));
    assertThat(accuracy).isGreaterThan(0.6);
  }

  @Test
  void twoClassesNeedOneLatent() {
    Dataset<Row> data =
        LocalSpark.data(ROWS, 2)
            .withColumn("label", functions.least(functions.col("label"), functions.lit(1.0)));
    TransformedGPClassificationModel model = classifier().fit(data);
    assertThat(model.saved().model().likelihood(0)).hasToString("bernoulli(probit)");
  }

  @Test
  void labelsThatAreNoClassesAreRefused() {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    assertThatThrownBy(() -> classifier().fit(data.withColumn("label", functions.lit(1.0))))
        .hasMessageContaining("column label: expected two classes or more but all 600 rows have");
    assertThatThrownBy(() -> classifier().fit(data.selectExpr("features", "label - 1 as label")))
        .hasMessageContaining("labels lie between -1.0 and 1.0");
    assertThatThrownBy(() -> classifier().fit(data.selectExpr("features", "label / 2 as label")))
        .hasMessageContaining("that the likelihood bernoulli(probit) cannot have");
    assertThatThrownBy(() -> classifier().setLikelihood("categorical(2)").fit(data))
        .hasMessageContaining("expected one of 3 classes");
  }
}
