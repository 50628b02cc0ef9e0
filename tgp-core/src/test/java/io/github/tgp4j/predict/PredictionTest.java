package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.metrics.Crps;
import io.github.tgp4j.metrics.LogScore;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What follows from the distributions of the rows alone, as a faked prediction has it. */
class PredictionTest {
  private final Prediction prediction =
      Prediction.of(Distribution.gaussian(1, 2), Distribution.gaussian(-3, 0.5));

  @Test
  void followsFromItsRows() {
    assertThat(prediction.rows()).isEqualTo(2);
    assertThat(prediction.mean()).containsExactly(1, -3);
    assertThat(prediction.variance()).containsExactly(4, 0.25);
    assertThat(prediction.median()).containsExactly(1, -3);
    Band band = prediction.interval(0.9);
    assertThat(band.lower()[0]).isCloseTo(1 - 2 * 1.6448536269514722, within(1e-12));
    assertThat(band.upper()[1]).isCloseTo(-3 + 0.5 * 1.6448536269514722, within(1e-12));
    assertThat(band.contains(0, 4.2)).isTrue();
    assertThat(band.contains(0, 4.4)).isFalse();
    assertThat(prediction.cdf(new double[] {1, -2.5})[1])
        .isCloseTo(0.8413447460685429, within(1e-12));
    assertThat(prediction.logDensity(new double[] {1, -3})[1])
        .isCloseTo(-0.5 * Math.log(2 * Math.PI * 0.25), within(1e-12));
  }

  @Test
  void aStepTakesTheMeanDensityOverWhatIsRoundedToIt() {
    double[] y = {1, -3};
    Distribution second = Distribution.gaussian(-3, 0.5);
    assertThat(prediction.logDensity(y, 0.5)[1])
        .isCloseTo(Math.log((second.cdf(-2.75) - second.cdf(-3.25)) / 0.5), within(1e-12));
    assertThat(prediction.logDensity(y, 1e-4)).isNotEqualTo(prediction.logDensity(y));
    assertThat(prediction.logDensity(y, 1e-4)[0])
        .isCloseTo(prediction.logDensity(y)[0], within(1e-6)); // a smooth density hardly changes
    double[] far = {100, 100}; // where F is 1 but for rounding
    assertThat(prediction.logDensity(far, 0.5)).isEqualTo(prediction.logDensity(far));
    assertThat(prediction.rounded().logDensity(y, 1)[0])
        .isCloseTo(prediction.rounded().logDensity(y)[0], within(1e-12)); // P(Y = k)
    assertThatThrownBy(() -> prediction.logDensity(y, 0))
        .hasMessage("step between rounded values: expected a finite number above 0 but got 0.0");
    assertThatThrownBy(() -> prediction.logDensity(y, Double.NaN)).hasMessageContaining("NaN");
  }

  @Test
  void summaryIsEverySinglePart() {
    Summary summary = prediction.summary(0.1, 0.5, 0.8);
    assertThat(summary.mean()).isEqualTo(prediction.mean());
    assertThat(summary.standardDeviation()).isEqualTo(prediction.standardDeviation());
    assertThat(summary.quantiles()[2]).isEqualTo(prediction.quantile(0.8));
    assertThat(summary.row(1).quantiles()).isEqualTo(prediction.row(1).quantiles(0.1, 0.5, 0.8));
    assertThat(prediction.quantiles(0.3)[0]).isEqualTo(prediction.quantile(0.3));
  }

  @Test
  void textsSayTheFirstRows() {
    assertThat(prediction.toString())
        .isEqualTo("Prediction of 2 rows [1.000 ± 2.000, -3.000 ± 0.5000]");
    assertThat(prediction.interval(0.5).toString()).startsWith("Band of 2 rows [-0.3490 … 2.349, ");
    assertThat(prediction.summary(0.5).toString()).startsWith("Summary of 2 rows [1.000 ± 2.000");
  }

  @Test
  void scores() {
    double[] y = {2, -3.5};
    double[] crps = prediction.crps(y);
    assertThat(crps[0]).isEqualTo(Crps.ofGaussian(2, 1, 2));
    Score score = prediction.score(y);
    assertThat(score.rows()).isEqualTo(2);
    assertThat(score.crps()).isEqualTo((crps[0] + crps[1]) / 2);
    assertThat(score.rmse()).isCloseTo(Math.sqrt((1 + 0.25) / 2), within(1e-15));
    assertThat(score.mae()).isCloseTo(0.75, within(1e-12));
    assertThat(score.coverage95()).isEqualTo(1.0);
    assertThat(score.width95()).isCloseTo(2.5 * 1.959963984540054, within(1e-12));
    assertThat(score.nll()).isEqualTo(LogScore.meanNegative(prediction.logDensity(y)));
    assertThat(score.toString()).contains("95% intervals hold 100.0% of 2 rows");
  }

  /** What a distribution says that knows its CDF and quantiles only. */
  @Test
  void scoresOfAFake() {
    Distribution gaussian = Distribution.gaussian(1, 2);
    Distribution fake =
        new Distribution() {
          @Override
          public double mean() {
            return 1;
          }

          @Override
          public double standardDeviation() {
            return 2;
          }

          @Override
          public double quantile(double p) {
            return gaussian.quantile(p);
          }

          @Override
          public double cdf(double y) {
            return gaussian.cdf(y);
          }

          @Override
          public double logDensity(double y) {
            return gaussian.logDensity(y);
          }
        };
    assertThat(fake.crps(2.5)).isCloseTo(gaussian.crps(2.5), within(3e-6));
    assertThat(fake.variance()).isEqualTo(4);
    double[] draws = fake.sample(10_000, 3);
    assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(1.0, within(0.1));
    assertThat(fake.sample(10_000, 3)).isEqualTo(draws);
  }

  @Test
  void refused() {
    assertThatThrownBy(() -> prediction.quantile(1.0)).hasMessageContaining("between 0 and 1");
    assertThatThrownBy(() -> prediction.quantiles(0.5, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> prediction.logDensity(new double[1]))
        .hasMessageContaining("expected 2");
    assertThatThrownBy(() -> prediction.latentMean(0)).hasMessageContaining("latent");
    assertThatThrownBy(prediction::classProbabilities).hasMessageContaining("numbers, not classes");
    assertThatThrownBy(() -> Distribution.gaussian(0, 0)).hasMessageContaining("positive");
  }
}
