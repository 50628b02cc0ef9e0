package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
