package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Parallelism;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B10: a distribution that is surer, or less sure, of the same. */
class SharpeningTest {
  private static final Distribution BLEND =
      Distribution.blend(
          List.of(Distribution.gaussian(1.0, 0.5), Distribution.gaussian(3.0, 2.0)), 0.7, 0.3);

  private static Distribution sharpened(Distribution of, double power) {
    Sharpening sharpening = new Sharpening(power);
    return new SharpenedDistribution(of, sharpening, sharpening.deviation());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 1.3, 2.5})
  void densityDistributionAndQuantilesAreOfOneDistribution(double power) {
    Distribution surer = sharpened(BLEND, power);
    double h = 1e-4;
    for (double y : new double[] {-2.0, 0.3, 1.1, 2.4, 6.0}) {
      double u = BLEND.cdf(y);
      double odds = Math.pow(u / (1 - u), power);
      assertThat(surer.cdf(y)).isCloseTo(odds / (1 + odds), within(1e-12));
      double slope = (surer.cdf(y + h) - surer.cdf(y - h)) / (2 * h);
      assertThat(Math.exp(surer.logDensity(y))).isCloseTo(slope, within(1e-7));
      assertThat(surer.quantile(surer.cdf(y))).isCloseTo(y, within(1e-8));
    }
    assertThat(surer.median()).isCloseTo(BLEND.median(), within(1e-9));
    double width = surer.quantile(0.9) - surer.quantile(0.1);
    double before = BLEND.quantile(0.9) - BLEND.quantile(0.1);
    assertThat(width < before).isEqualTo(power > 1);
    double[] draws = surer.sample(4000, 3);
    long below = Arrays.stream(draws).filter(y -> y <= surer.quantile(0.2)).count();
    assertThat(below / 4000.0).isCloseTo(0.2, within(0.025));
    assertThat(surer.crps(2.0)).isPositive().isNotEqualTo(BLEND.crps(2.0));
  }

  /** The deviation is exact for a Gaussian: against an integral over its quantiles. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.7, 1.5, 4.0})
  void theDeviationIsThatOfAGaussian(double power) {
    Distribution surer = sharpened(Distribution.gaussian(2.0, 3.0), power);
    int n = 200_000;
    double sum = 0.0;
    for (int k = 0; k < n; k++) {
      double z = surer.quantile((k + 0.5) / n) - 2.0;
      sum += z * z / n;
    }
    assertThat(surer.mean()).isEqualTo(2.0);
    assertThat(surer.standardDeviation()).isCloseTo(Math.sqrt(sum), within(2e-3 * Math.sqrt(sum)));
  }

  @Test
  void wholeNumbersKeepTheSumOne() {
    Distribution whole = new RoundedDistribution(Distribution.gaussian(2.3, 1.5));
    Distribution surer = sharpened(whole, 1.7);
    double sum = 0.0;
    for (int k = -40; k <= 40; k++) {
      sum += Math.exp(surer.logDensity(k));
    }
    assertThat(sum).isCloseTo(1.0, within(1e-9));
    assertThat(surer.discrete()).isTrue();
    assertThat(surer.cdf(2)).isCloseTo(new Sharpening(1.7).level(whole.cdf(2)), within(1e-15));
    assertThat(surer.logDensity(2.5)).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** What lies beyond all that was thought of stays as possible as it was. */
  @Test
  void noLogDensityIsLostFarOut() {
    Distribution gaussian = Distribution.gaussian(0, 1);
    Distribution surer = sharpened(gaussian, 3.0);
    assertThat(surer.logDensity(-12)).isBetween(-140.0, -100.0);
    assertThat(surer.logDensity(12)).isEqualTo(gaussian.logDensity(12));
    assertThat(surer.quantile(1e-300)).isNegative().isFinite();
    Distribution positive = gaussian.within(Support.above(0, 1));
    assertThat(sharpened(positive, 0.5).logDensity(-1)).isEqualTo(positive.logDensity(-1));
  }

  @Test
  void aPredictionSaysWhatItsRowsSay() {
    Prediction two =
        Prediction.of(List.of(BLEND, Distribution.gaussian(-1, 0.2)))
            .sharpened(new Sharpening(1.4), Parallelism.of(1));
    double[] y = {0.4, -1.3};
    for (int i = 0; i < 2; i++) {
      Distribution row = two.row(i);
      assertThat(two.cdf(y)[i]).isEqualTo(row.cdf(y[i]));
      assertThat(two.logDensity(y)[i]).isCloseTo(row.logDensity(y[i]), within(1e-12));
      assertThat(two.quantile(0.9)[i]).isEqualTo(row.quantile(0.9));
      assertThat(two.standardDeviation()[i]).isEqualTo(row.standardDeviation());
      assertThat(two.variance()[i]).isCloseTo(row.variance(), within(1e-12));
      assertThat(two.summary(0.3).quantiles()[0][i]).isEqualTo(row.summary(0.3).quantiles()[0]);
      assertThat(two.crps(y)[i]).isEqualTo(row.crps(y[i]));
    }
    assertThat(two.sharpened(Sharpening.NONE, Parallelism.of(1))).isSameAs(two);
  }

  @Test
  void classesHaveNoLevels() {
    Prediction classes = Prediction.of(List.of(new ClassFrequencies(new double[] {0.5, 0.5})));
    assertThatThrownBy(() -> classes.sharpened(new Sharpening(2), Parallelism.of(1)))
        .hasMessageContaining("classes");
  }

  @Test
  void absurdPowersAreRefused() {
    assertThatThrownBy(() -> new Sharpening(Double.NaN)).hasMessageContaining("from 0.125 to 8");
    assertThatThrownBy(() -> new Sharpening(0)).hasMessageContaining("but got 0");
  }
}
