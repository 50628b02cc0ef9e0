package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The example of README.md, compiled and run. Change both together. */
class ReadmeTest {
  @Test
  void example() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[200][1];
    double[] y = new double[200];
    for (int i = 0; i < 200; i++) {
      x[i][0] = random.nextDouble(0, 10);
      y[i] = Math.exp(Math.sin(x[i][0]) + 0.3 * random.nextGaussian());
    }
    double[][] xNew = {{2.5}, {7.1}};

    TgpModel model = Tgp.builder().flow("sal(3)").fit(x, y);
    Prediction p = model.predict(xNew);
    double[] median = p.median();
    Prediction.Band band = p.interval(0.95);

    assertThat(median[0]).isBetween(1.0, 3.0);
    for (int i = 0; i < 2; i++) {
      assertThat(median[i]).isStrictlyBetween(band.lower()[i], band.upper()[i]);
    }
    assertThat(band.upper()[0] - median[0])
        .as("the targets are skewed to the right, and so is the prediction")
        .isGreaterThan(median[0] - band.lower()[0]);
  }
}
