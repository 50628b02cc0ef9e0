package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static HeldOut numbers(double[] y, double... mean) {
    double[] low = new double[y.length];
    double[] high = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      low[i] = mean[i] - 1;
      high[i] = mean[i] + 1;
    }
    return new HeldOut(y, new double[y.length], mean, mean, low, high, y, new double[0][]);
  }

  /** Errors 1, 1, 2; variation 4 + 0 + 4 around the mean 3: R² = 1 − 6/8. */
  @Test
  void explainedVariationByHand() {
    Scores scores = Scores.of(numbers(new double[] {1, 3, 5}, 2, 2, 3));
    assertThat(scores.r2()).isCloseTo(0.25, within(1e-15));
    assertThat(scores.mae()).isCloseTo(4 / 3.0, within(1e-15));
    assertThat(scores.coverage95()).isCloseTo(2 / 3.0, within(1e-15));
    assertThat(scores.describe()).contains("MAE 1.333", "R² 0.25");
  }

  @Test
  void hugeErrorsHaveAMeanToo() {
    double[] y = {1e200, 3e200};
    Scores scores = Scores.of(numbers(y, 0, 0));
    assertThat(scores.rmse()).isCloseTo(Math.sqrt(5) * 1e200, within(1e186));
    assertThat(PointErrors.rmse(y, new double[2])).isCloseTo(scores.rmse(), within(1e186));
  }

  @Test
  void chunksAddUp() {
    double[] y = {1e6 + 1, 1e6 + 2, 1e6 + 4, 1e6 + 8};
    Scores parts = new Scores(false);
    Prediction two =
        Prediction.of(Distribution.gaussian(1e6, 1), Distribution.gaussian(1e6 + 3, 1));
    GaussianLikelihood noise = new GaussianLikelihood();
    parts.add(two, new double[] {y[0], y[1]}, noise);
    parts.add(two, new double[] {y[2], y[3]}, noise);
    Scores whole = Scores.of(numbers(y, 1e6, 1e6 + 3, 1e6, 1e6 + 3));
    assertThat(parts.r2()).isCloseTo(whole.r2(), within(1e-9));
  }

  @Test
  void theMajorityIsWhatAlwaysTheSameAnswerGets() {
    double[][] p = {{0.9, 0.1}, {0.6, 0.4}, {0.2, 0.8}, {0.7, 0.3}};
    double[] none = {};
    HeldOut held =
        new HeldOut(new double[] {0, 1, 1, 1}, new double[4], none, none, none, none, none, p);
    Scores scores = Scores.of(held);
    assertThat(scores.accuracy()).isEqualTo(0.5);
    assertThat(scores.majority()).isEqualTo(0.75);
    assertThat(scores.r2()).isNaN();
    assertThat(scores.asMap()).containsKeys("accuracy", "majority").doesNotContainKey("r2");
  }

  /** The same rule in every text, so that one coverage is not 99%, 100% and 100.0%. */
  @Test
  void sharesAndScoresAsPeopleWriteThem() {
    assertThat(Scores.percent(0.972)).isEqualTo("97%");
    assertThat(Scores.percent(0.996)).isEqualTo("99.6%");
    assertThat(Scores.percent(1)).isEqualTo("100%");
    assertThat(Scores.percent(0.004)).isEqualTo("0.4%");
    assertThat(Scores.twoDecimals(-0.0004)).isEqualTo("0.00");
    assertThat(Scores.twoDecimals(-0.126)).isEqualTo("-0.13");
    assertThat(Scores.text(24671.4)).isEqualTo("24,671");
    assertThat(Scores.text(0.66413)).isEqualTo("0.6641");
  }
}
