package io.github.tgp4j.spark;

import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Mean and variance of rows that a TGP scores: by transform on one executor, and by predict. */
final class ScoreBench {
  private final SparkBench bench;

  ScoreBench(SparkBench bench) {
    this.bench = bench;
  }

  void run(int n) throws Exception {
    RowStore rows = LocalSpark.rows(n, false);
    Model model =
        Tgp.builder()
            .flow("sal(3)")
            .inducing(100)
            .threads(1)
            .plainStart(false)
            .plan(TrainingPlan.ofSteps(5))
            .fit(LocalSpark.rows(2000, false));
    Matrix x = rows.allInputs();
    double here =
        StepBench.least(
            () -> {
              Prediction prediction = model.withParallelism(1).predictAll(x).get(0);
              prediction.mean();
              prediction.variance();
            });
    bench.row("score one machine", n, 1, n / here, "rows per second");
    Path directory = Files.createTempDirectory("tgp4j-spark-bench");
    try (StandaloneCluster cluster = new StandaloneCluster(directory, 1, "1g");
        SparkSession session = SparkBench.session(cluster, 1, "1g")) {
      String file = directory.resolve("rows").toString();
      new VectorAssembler()
          .setInputCols(new String[] {"a", "b"})
          .setOutputCol("features")
          .transform(session.range(n).selectExpr("3 + randn(1) as a", "exp(2 * randn(2)) as b"))
          .select("features")
          .write()
          .parquet(file);
      Dataset<Row> data = session.read().parquet(file).cache();
      data.count();
      TransformedGPRegressionModel scorer =
          new TransformedGPRegressionModel("bench", SharedModel.of(new SavedModel(model)))
              .setVarianceCol("variance");
      double there =
          StepBench.least(
              () -> scorer.transform(data).write().format("noop").mode("overwrite").save());
      bench.row("score Spark", n, 1, n / there, "rows per second");
      bench.row("score Spark over one machine", n, 1, here / there, "ratio");
    }
  }
}
