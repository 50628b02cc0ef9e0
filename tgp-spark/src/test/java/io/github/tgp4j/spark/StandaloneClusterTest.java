package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.RowStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes gives the model of one machine, to the bit, even when a worker dies. */
class StandaloneClusterTest {
  private static final int STEPS = 30;
  private static final RowStore ROWS = LocalSpark.rows(1024, false); // two shares

  private static TransformedGPRegressor regressor() {
    return new TransformedGPRegressor()
        .setFlow("sal(1) @ mlp(4, tanh, dropout=0.5)")
        .setInducing(10)
        .setMaxIter(STEPS)
        .setPartitions(2)
        .setQuantilesCol("quantiles");
  }

  private static Prediction local(RowStore rows) {
    return Tgp.builder()
        .flow("sal(1) @ mlp(4, tanh, dropout=0.5)")
        .inducing(10)
        .plan(p -> p.withSteps(STEPS))
        .threads(1)
        .fit(rows)
        .predict(rows.allInputs());
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES) // an end, if all else fails
  void aFitEndsWithTheSameModelThoughAWorkerIsKilled(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
    LocalSpark.stop();
    try (StandaloneCluster cluster = new StandaloneCluster(directory, 2);
        SparkSession session = SparkSession.builder().config(cluster.conf()).getOrCreate()) {
      WorkerKiller killer = new WorkerKiller(cluster, 15);
      session.sparkContext().addSparkListener(killer);
      String rows = directory.resolve("rows").toString();
      session
          .createDataFrame(
              JavaSparkContext.fromSparkContext(session.sparkContext())
                  .parallelize(LocalSpark.list(ROWS), 3), // to be laid out anew, by a shuffle
              LocalSpark.SCHEMA)
          .write()
          .parquet(rows);
      assertThat(session.sparkContext().statusTracker().getExecutorInfos()).hasSize(3);

      Dataset<Row> data = session.read().parquet(rows);
      assertThat(data.toJavaRDD().getNumPartitions()).isEqualTo(2); // of two files and of one
      RowStore read = LocalSpark.store(data.collectAsList()); // files come in their own order
      TransformedGPRegressionModel model = regressor().fit(data);
      assertThat(killer.jobs.get()).isGreaterThan(STEPS);
      assertThat(cluster.isAlive(1)).isFalse();

      String saved = directory.resolve("saved").toString();
      model.write().save(saved);
      List<Row> scored = TransformedGPRegressionModel.load(saved).transform(data).collectAsList();
      Prediction expected = local(read);
      Prediction here =
          ModelFile.read(Path.of(saved, "model.tgp")).model().predict(read.allInputs());
      assertThat(here.mean()).isEqualTo(expected.mean());
      for (int i = 0; i < scored.size(); i++) {
        assertThat(scored.get(i).<Double>getAs("prediction")).isEqualTo(expected.mean()[i]);
      }
    }
  }

  /** Kills the second worker when so many jobs have ended. */
  private static final class WorkerKiller extends SparkListener {
    private final StandaloneCluster cluster;
    private final int after;
    final AtomicInteger jobs = new AtomicInteger();

    WorkerKiller(StandaloneCluster cluster, int after) {
      this.cluster = cluster;
      this.after = after;
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd end) {
      if (jobs.incrementAndGet() == after) {
        cluster.kill(1);
      }
    }
  }
}
