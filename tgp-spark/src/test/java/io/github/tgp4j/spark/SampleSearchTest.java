package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.model.BlendedModel;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.rows.RowStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** A search on some rows chooses what all rows train. */
class SampleSearchTest {
  private static final RowStore ROWS = LocalSpark.rows(1200, false);

  @Test
  void allRowsTrainWhatTheSearchChose() throws Exception {
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    AtomicInteger steps = new AtomicInteger();
    SparkListener counter =
        new SparkListener() {
          @Override
          public void onOtherEvent(SparkListenerEvent event) {
            steps.addAndGet(event instanceof FitProgress ? 1 : 0);
          }
        };
    LocalSpark.session().sparkContext().addSparkListener(counter);
    TransformedGPRegressionModel model =
        new TransformedGPRegressor()
            .setAuto("fast")
            .setAutoRows(250)
            .setAutoSeconds(6)
            .setInducing(8)
            .setMaxIter(4)
            .setQuantilesCol("quantiles")
            .fit(data);
    LocalSpark.session().sparkContext().listenerBus().waitUntilEmpty(20_000);
    LocalSpark.session().sparkContext().removeSparkListener(counter);
    assertThat(model.saved().provenance().rows()).isEqualTo(1200);
    assertThat(model.saved().provenance().settings()).containsKeys("chosen", "recipe");
    List<Model> parts =
        model.saved().model() instanceof BlendedModel blend
            ? blend.parts().stream().map(BlendedModel.Part::model).toList()
            : List.of(model.saved().model());
    long trained = parts.stream().filter(TgpModel.class::isInstance).count();
    assertThat(trained).isPositive();
    assertThat(steps.get()).isEqualTo(4 * (int) trained);
    assertThat(model.transform(data).columns()).contains("prediction", "quantiles");
    assertThat(model.transform(data).count()).isEqualTo(1200);
  }

  @Test
  void aKindOfModelThatIsNamedIsTheOneThatIsTrained() {
    TransformedGPRegressionModel model =
        new TransformedGPRegressor()
            .setAuto("vwgp")
            .setAutoRows(60)
            .setInducing(5)
            .setMaxIter(2)
            .fit(LocalSpark.data(ROWS, 2));
    assertThat(model.saved().provenance().settings()).containsEntry("chosen", "vwgp");
    assertThat(model.saved().model().toString()).contains("warped(");
  }

  @Test
  void whatTheSearchDecidesIsNotSetBeside() {
    TransformedGPRegressor auto = new TransformedGPRegressor().setAuto("fast");
    Dataset<Row> data = LocalSpark.data(ROWS, 2);
    assertThatThrownBy(() -> auto.copy(none()).setMean("linear").fit(data))
        .hasMessageContaining("mean: expected it not to be set with auto");
    assertThatThrownBy(() -> auto.copy(none()).setAuto("quick").fit(data))
        .hasMessageContaining("There are fast, good, best, svgp");
  }

  private static ParamMap none() {
    return ParamMap.empty();
  }
}
