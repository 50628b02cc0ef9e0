package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener.Phase;
import io.github.tgp4j.train.TrainingListener.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fits that are followed, ended early, interrupted and taken up again. */
class CheckpointsTest {
  private static final RowStore ROWS = LocalSpark.rows(600, false);

  private static TransformedGPRegressor regressor(Path directory) {
    TransformedGPRegressor regressor =
        new TransformedGPRegressor("fit")
            .setFlow("sal(1) @ mlp(4, tanh, dropout=0.5)")
            .setInducing(8)
            .setMaxIter(40)
            .setBatchSize(200)
            .setValidation(0.2)
            .setPatience(100);
    return directory == null
        ? regressor
        : regressor.setCheckpointDir(directory.toUri().toString()).setCheckpointInterval(3);
  }

  /** Hears of steps, and interrupts the fit after one of them. */
  private static final class Steps extends SparkListener {
    private final int last;
    private final Thread fit = Thread.currentThread();
    private final List<Integer> heard = Collections.synchronizedList(new ArrayList<>());

    Steps(int last) {
      this.last = last;
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
      if (event instanceof FitProgress of) {
        assertThat(of.uid()).isEqualTo("fit");
        heard.add(of.progress().step());
        if (of.progress().step() == last) {
          fit.interrupt();
        }
      }
    }
  }

  private static double[] predictions(TransformedGPRegressionModel model) {
    return model.saved().model().predictAll(ROWS.allInputs()).get(0).mean();
  }

  @Test
  void aFitGoesOnWhereItWasInterrupted(@TempDir Path directory) throws Exception {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    double[] whole = predictions(regressor(null).fit(data));
    Steps cut = new Steps(7);
    LocalSpark.session().sparkContext().addSparkListener(cut);
    try {
      assertThatThrownBy(() -> regressor(directory).fit(data))
          .isInstanceOf(Exception.class); // Spark wraps what an interrupt does in several ways
    } finally {
      Thread.interrupted();
      LocalSpark.session().sparkContext().removeSparkListener(cut);
    }
    assertThat(directory.resolve("fit.tgp-checkpoint")).exists();
    assertThatThrownBy(() -> regressor(directory).setSeed(2).fit(data))
        .hasMessageContaining("is of a fit with seed 1 but it is 2 now");
    Dataset<Row> other = data.withColumn("label", functions.expr("label + 1"));
    assertThatThrownBy(() -> regressor(directory).fit(other))
        .hasMessageContaining("is of a fit with data");

    Steps rest = new Steps(-1);
    LocalSpark.session().sparkContext().addSparkListener(rest);
    TransformedGPRegressionModel model = regressor(directory).fit(data);
    LocalSpark.session().sparkContext().listenerBus().waitUntilEmpty(20_000);
    LocalSpark.session().sparkContext().removeSparkListener(rest);
    assertThat(predictions(model)).isEqualTo(whole);
    assertThat(rest.heard.get(0)).isGreaterThan(6); // those before were not taken again
    assertThat(rest.heard).endsWith(40);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(file -> file.toString().endsWith("checkpoint"))).isEmpty();
    }
  }

  @Test
  void heldOutRowsEndTraining() {
    Dataset<Row> noise =
        LocalSpark.data(ROWS, 2).withColumn("label", functions.rand(3)).localCheckpoint();
    TransformedGPRegressionModel model =
        new TransformedGPRegressor()
            .setInducing(40)
            .setFlow("sal(1) @ mlp(20, tanh)")
            .setMethod("stochastic")
            .setMaxIter(400)
            .setStepSize(0.2)
            .setValidation(0.3)
            .setPatience(1)
            .fit(noise);
    assertThat(model.saved().model().trainingResult().ended()).isEqualTo(Ended.EARLY_STOPPED);
    assertThat(model.saved().model().trainingResult().validation()).isNotNaN();
  }

  @Test
  void progressIsSaidInWords() {
    assertThat(ProgressReports.words("gp", new Progress(Phase.MAIN, 1200, 0.3, -2345.6, -1.5, 1L)))
        .isEqualTo("gp: step 1,200, 30% done, bound -2345.60, held-out log score -1.5000 per row");
  }
}
