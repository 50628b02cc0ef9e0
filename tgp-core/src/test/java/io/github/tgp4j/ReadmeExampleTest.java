package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.auto.AutoFit;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.data.TargetPrediction;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compiles and runs the README's examples; {@link DocsTest} checks that the texts agree. */
class ReadmeExampleTest {
  @Test
  void aTableBecomesAModelThatPredictsRows() {
    SplittableRandom random =
        new SplittableRandom(2); // few rows: what is tried is tested elsewhere
    String[] city = new String[19];
    double[] area = new double[19];
    double[] price = new double[19];
    for (int i = 0; i < 19; i++) {
      city[i] = i % 3 == 0 ? "Oslo" : "Bergen";
      area[i] = 30 + 120 * random.nextDouble();
      price[i] = (i % 3 == 0 ? 9 : 6) * area[i] * Math.exp(0.15 * random.nextGaussian());
    }
    // README begins
    Table homes =
        Table.builder().category("city", city).number("area", area).number("price", price).build();
    SavedModel saved = AutoFit.of(homes, "price").timeLimit(Duration.ofMinutes(2)).fit();
    TargetPrediction home = saved.predict(Map.of("city", "Oslo", "area", 80));
    double likely = home.median()[0];
    Band range = home.interval(0.9);
    // README ends
    assertThat(likely).isBetween(450.0, 1000.0);
    assertThat(range.lower()[0]).isLessThan(likely);
    assertThat(range.upper()[0]).isGreaterThan(likely);
  }

  @Test
  void predictsSkewedPositiveData() {
    // README begins
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[300][1];
    double[] y = new double[300];
    for (int i = 0; i < 300; i++) {
      x[i][0] = i / 30.0;
      y[i] = Math.exp(Math.sin(x[i][0]) + 0.4 * random.nextGaussian()); // positive and skewed
    }
    Tgp tgp = Tgp.builder().flow("sal(1) > softplus").likelihood("gamma(identity)").inducing(20);
    TgpModel model = tgp.fit(x, y);
    Prediction prediction = model.predict(new double[][] {{1.5}, {4.5}});
    double[] median = prediction.median();
    Band band = prediction.interval(0.9); // exact quantiles, never below zero
    // README ends
    double spread = Math.exp(0.4 * 1.645); // of the true central 90% interval
    for (int i = 0; i < 2; i++) {
      double truth = Math.exp(Math.sin(i == 0 ? 1.5 : 4.5));
      assertThat(median[i]).isBetween(0.8 * truth, 1.25 * truth);
      assertThat(band.lower()[i]).isBetween(0.7 * truth / spread, 1.4 * truth / spread);
      assertThat(band.upper()[i]).isBetween(0.7 * truth * spread, 1.4 * truth * spread);
    }
  }
}
