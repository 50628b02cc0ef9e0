package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.model.TgpModel;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compiles and runs the README's example; {@link DocsTest} checks that the two texts agree. */
class ReadmeExampleTest {
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
