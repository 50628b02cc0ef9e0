package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Raw columns train what they train on one machine, and a search may choose the model. */
class RawColumnsTest {
  private static final int N = 400;
  private static final String[] INPUTS = {"n", "t", "d"};

  private static final Double[] NUMBER = new Double[N];
  private static final String[] TEXT = new String[N];
  private static final LocalDate[] DAY = new LocalDate[N];
  private static final double[] Y = new double[N];

  static {
    for (int i = 0; i < N; i++) {
      NUMBER[i] = i % 9 == 0 ? null : Double.valueOf(i % 11);
      TEXT[i] = i % 10 == 3 ? null : "k" + i % 3;
      DAY[i] = LocalDate.of(2024, 1, 1).plusDays(i);
      Y[i] = i % 3 + 0.1 * (i % 11) + Math.sin(i);
    }
  }

  private static Table table() {
    return Table.builder().number("n", NUMBER).category("t", TEXT).time("d", DAY).build();
  }

  private static Dataset<Row> data() {
    return data(2);
  }

  private static Dataset<Row> data(int partitions) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < N; i++) {
      String kind = Y[i] > 1.5 ? "high" : "low";
      rows.add(RowFactory.create(TEXT[i], java.sql.Date.valueOf(DAY[i]), NUMBER[i], Y[i], kind));
    }
    return LocalSpark.session()
        .createDataFrame(
            LocalSpark.context().parallelize(rows, partitions),
            new StructType()
                .add("t", DataTypes.StringType)
                .add("d", DataTypes.DateType)
                .add("n", DataTypes.DoubleType)
                .add("y", DataTypes.DoubleType)
                .add("kind", DataTypes.StringType));
  }

  @Test
  void theEncoderAndTheModelAreThoseOfOneMachine(@TempDir Path directory) throws Exception {
    Table table = table();
    Encoder.Learner learner = Encoder.learner(table.columns());
    learner.add(table.all());
    Encoder encoder = learner.finish();
    TgpModel local =
        Tgp.builder()
            .inducing(10)
            .threads(1)
            .plan(TrainingPlan.collapsed(3))
            .fit(encoder.encode(table.all()), Matrix.column(Y));
    TransformedGPRegressionModel model =
        new TransformedGPRegressor()
            .setInputCols(INPUTS)
            .setLabelCol("y")
            .setInducing(10)
            .setMethod("collapsed")
            .setMaxIter(3)
            .fit(data(7));
    double[] expected = local.predict(encoder.encode(table.all())).mean();
    assertThat(model.saved().encoder().features()).isEqualTo(encoder.features());
    model.write().save(directory.resolve("saved").toString());
    SavedModel file = ModelFile.read(directory.resolve("saved/model.tgp"));
    double[] there = file.predict(table).mean();
    List<Row> scored =
        TransformedGPRegressionModel.load(directory.resolve("saved").toString())
            .transform(data().drop("y"))
            .collectAsList();
    for (int i = 0; i < N; i++) {
      assertThat(there[i]).isEqualTo(expected[i]);
      assertThat(scored.get(i).<Double>getAs("prediction")).isEqualTo(there[i]);
    }
  }

  @Test
  void classesMayBeTexts(@TempDir Path directory) throws Exception {
    TransformedGPClassificationModel model =
        new TransformedGPClassifier()
            .setInputCols(INPUTS)
            .setLabelCol("kind")
            .setInducing(10)
            .setMaxIter(5)
            .fit(data());
    assertThat(model.saved().targets().get(0).labels()).containsExactly("high", "low");
    model.write().save(directory.resolve("saved").toString());
    SavedModel file = ModelFile.read(directory.resolve("saved/model.tgp"));
    double[][] expected = file.predict(table()).classProbabilities();
    List<Row> scored = model.transform(data().drop("kind", "y")).collectAsList();
    for (int i = 0; i < N; i += 50) {
      Vector probability = scored.get(i).getAs("probability");
      assertThat(probability.toArray()).isEqualTo(expected[i]);
    }
  }

  @Test
  void badColumnsAreRefused() {
    TransformedGPRegressor regressor =
        new TransformedGPRegressor().setInputCols(INPUTS).setLabelCol("y").setMaxIter(1);
    Dataset<Row> gaps =
        data().withColumn("y", functions.expr("case when n < 2 then null else y end"));
    assertThatThrownBy(() -> regressor.fit(gaps)).hasMessageContaining("column y is null in ");
    assertThatThrownBy(() -> regressor.fit(data().drop("t")))
        .hasMessageContaining("expected a column t");
    assertThatThrownBy(() -> regressor.copy(ParamMap.empty()).setLabelCol("kind").fit(data()))
        .hasMessageContaining("expected a column of numbers but kind");
    assertThatThrownBy(() -> regressor.copy(ParamMap.empty()).setLabelCol("n").fit(data()))
        .hasMessageContaining("inputCols: expected other columns than the label n");
  }
}
