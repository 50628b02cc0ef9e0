package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.data.Encoder;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetEncoder;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SavedPredictionTest {
  private static final Provenance MADE = Provenance.now(Map.of(), "", 30);
  private static final Table TABLE = table();

  private static Table table() {
    double[] size = new double[30];
    String[] colour = new String[30];
    double[] price = new double[30];
    String[] sold = new String[30];
    for (int i = 0; i < 30; i++) {
      size[i] = i % 7 + 0.1 * i;
      colour[i] = List.of("red", "green", "blue").get(i % 3);
      price[i] = Math.sin(size[i]) + i % 3;
      sold[i] = size[i] + i % 3 > 4.5 ? "yes" : "no";
    }
    return Table.builder()
        .number("size", size)
        .category("colour", colour)
        .number("price", price)
        .category("sold", sold)
        .build();
  }

  private static SavedModel fit(String likelihood, String... targets) {
    Encoder.Learner inputs = Encoder.learner(TABLE.columns().subList(0, 2));
    inputs.add(TABLE.all());
    Encoder encoder = inputs.finish();
    List<TargetEncoder> encoders =
        Arrays.stream(targets)
            .map(
                name -> {
                  var column = TABLE.columns().get(TABLE.all().require(name));
                  var learner = TargetEncoder.learner(column, name.equals("sold"));
                  learner.add(TABLE.all());
                  return learner.finish();
                })
            .toList();
    double[][] y = encoders.stream().map(e -> e.encode(TABLE.all())).toArray(double[][]::new);
    Model model =
        Tgp.builder()
            .likelihood(likelihood)
            .inducing(6)
            .plan(TrainingPlan.ofSteps(40))
            .fit(encoder.encode(TABLE.all()), Matrix.ofColumns(y));
    return new SavedModel(model, encoder, encoders, MADE);
  }

  @Test
  void encodingAndPredictingIsOneCall() {
    SavedModel saved = fit("gaussian", "price");
    TargetPrediction prediction = saved.predict(TABLE);
    Matrix x = saved.encoder().encode(TABLE.all());
    assertThat(prediction.name()).isEqualTo("price");
    assertThat(prediction.rows()).isEqualTo(30);
    assertThat(prediction.mean()).containsExactly(saved.model().predict(x).mean());
    assertThat(prediction.quantile(0.9)).containsExactly(saved.model().predict(x).quantile(0.9));
    double[] one = saved.predict(Map.of("size", 2, "colour", "green")).median();
    Table row = Table.builder().number("size", 2.0).category("colour", "green").build();
    assertThat(one).containsExactly(saved.predict(row).median());
    Map<String, Object> missing = new HashMap<>();
    missing.put("size", null);
    missing.put("colour", "green");
    assertThat(saved.predict(missing).mean()[0]).isFinite();
    assertThatThrownBy(() -> saved.predict(Map.of("sise", 2, "colour", "red")))
        .hasMessageContaining("size");
    assertThatThrownBy(() -> saved.predict(Map.of("size", "big", "colour", "red")))
        .hasMessageContaining("column size, row 1: expected a number");
    assertThatThrownBy(prediction::mostProbableLabel).hasMessageContaining("numbers");
  }

  @Test
  void classesComeBackAsLabels() {
    SavedModel saved = fit("bernoulli", "sold");
    TargetPrediction prediction = saved.predict(TABLE);
    assertThat(prediction.labels()).containsExactly("no", "yes");
    double[] yes = prediction.probability("yes");
    String[] best = prediction.mostProbableLabel();
    String[] observed = TABLE.all().texts(3);
    int hits = 0;
    for (int i = 0; i < 30; i++) {
      assertThat(best[i]).isEqualTo(yes[i] > 0.5 ? "yes" : "no");
      assertThat(prediction.probability("no")[i] + yes[i]).isCloseTo(1, within(1e-9));
      hits += best[i].equals(observed[i]) ? 1 : 0;
    }
    assertThat(hits).isGreaterThan(22);
    assertThat(prediction.sampleLabels(5, 1L)[3]).hasSize(5).containsAnyOf("yes", "no");
    assertThatThrownBy(() -> prediction.probability("yse")).hasMessageContaining("mean yes?");
  }

  @Test
  void severalTargetsAreAskedForTogether() {
    SavedModel saved = fit("gaussian", "price", "size");
    assertThat(saved.predictAll(TABLE))
        .extracting(TargetPrediction::name)
        .containsExactly("price", "size");
    assertThatThrownBy(() -> saved.predict(TABLE)).hasMessageContaining("predictAll");
  }

  @Test
  void aModelOfNumbersSaysSo() {
    SavedModel saved = new SavedModel(fit("gaussian", "price").model(), MADE);
    assertThatThrownBy(() -> saved.predict(TABLE))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("fitted to numbers");
  }
}
