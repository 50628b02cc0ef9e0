package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.metrics.Crps;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlendTest {
  private static final Distribution NEAR = Distribution.gaussian(1, 0.5);
  private static final Distribution FAR = Distribution.gaussian(9, 2);
  private static final Distribution BOTH = Distribution.blend(List.of(NEAR, FAR), 0.25, 0.75);

  @Test
  void momentsDensityAndDistributionAreWeightedSums() {
    assertThat(BOTH.mean()).isCloseTo(7, within(1e-12));
    assertThat(BOTH.variance()).isCloseTo(0.25 * (0.25 + 36) + 0.75 * (4 + 4), within(1e-12)); // B1
    assertThat(BOTH.standardDeviation()).isCloseTo(Math.sqrt(BOTH.variance()), within(1e-15));
    for (double y : new double[] {-3, 0.9, 4, 11}) {
      assertThat(BOTH.cdf(y)).isCloseTo(0.25 * NEAR.cdf(y) + 0.75 * FAR.cdf(y), within(1e-15));
      assertThat(Math.exp(BOTH.logDensity(y)))
          .isCloseTo(
              0.25 * Math.exp(NEAR.logDensity(y)) + 0.75 * Math.exp(FAR.logDensity(y)),
              within(1e-15));
    }
    // far out the logarithm stays finite where the density underflows
    assertThat(BOTH.logDensity(-200)).isBetween(-6000.0, -5000.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.025, 0.2499, 0.25, 0.5, 0.975, 1 - 1e-9})
  void quantilesInvertTheDistribution(double p) {
    double at = BOTH.quantile(p);
    assertThat(BOTH.cdf(at)).isCloseTo(p, within(1e-12));
    assertThat(BOTH.quantiles(p, 0.5)[0]).isEqualTo(at);
  }

  @Test
  void quantilesOfPartsFarApartAreFound() {
    Distribution wide =
        Distribution.blend(
            List.of(Distribution.gaussian(0, 1e-6), Distribution.gaussian(1e12, 1e3)), 0.5, 0.5);
    assertThat(wide.cdf(wide.quantile(0.25))).isCloseTo(0.25, within(1e-9));
    assertThat(wide.cdf(wide.quantile(0.75))).isCloseTo(0.75, within(1e-6));
  }

  /** A part without a variance, which is not asked for its own quantiles: they take long. */
  private record Cauchy(AtomicInteger asked) implements Distribution {
    @Override
    public double mean() {
      return Double.NaN;
    }

    @Override
    public double standardDeviation() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public double quantile(double p) {
      asked.incrementAndGet();
      return Math.tan(Math.PI * (p - 0.5));
    }

    @Override
    public double cdf(double y) {
      return 0.5 + Math.atan(y) / Math.PI;
    }

    @Override
    public double logDensity(double y) {
      return -Math.log(Math.PI * (1 + y * y));
    }
  }

  @Test
  void quantilesBeginWithThePartsThatHaveAVariance() {
    AtomicInteger asked = new AtomicInteger();
    Distribution blend = Distribution.blend(List.of(NEAR, new Cauchy(asked)), 0.1, 0.9);
    for (double p : new double[] {0.025, 0.25, 0.5, 0.75, 0.975}) {
      assertThat(blend.cdf(blend.quantile(p))).isCloseTo(p, within(1e-12));
    }
    assertThat(asked.get()).isZero();
    Distribution alone =
        Distribution.blend(List.of(new Cauchy(asked), new Cauchy(asked)), 0.4, 0.6);
    assertThat(alone.quantile(0.975)).isCloseTo(new Cauchy(asked).quantile(0.975), within(1e-9));
  }

  @Test
  void theScoreIsThatOfTheDistribution() {
    double direct = Crps.ofDistribution(3, BOTH::cdf, BOTH::quantile);
    assertThat(BOTH.crps(3)).isEqualTo(direct);
  }

  @Test
  void aPredictionAnswersAsItsRowsDo() {
    Prediction a = Prediction.of(NEAR, FAR, Distribution.gaussian(-2, 1));
    Prediction b = Prediction.of(FAR, NEAR, Distribution.gaussian(3, 4));
    Prediction blend = Prediction.blend(List.of(a, b), 0.25, 0.75);
    double[] y = {2, 5, -1};
    for (int i = 0; i < 3; i++) {
      Distribution row = blend.row(i);
      assertThat(blend.mean()[i]).isEqualTo(row.mean());
      assertThat(blend.variance()[i]).isCloseTo(row.variance(), within(1e-12));
      assertThat(blend.standardDeviation()[i]).isCloseTo(row.standardDeviation(), within(1e-12));
      assertThat(blend.logDensity(y)[i]).isCloseTo(row.logDensity(y[i]), within(1e-14));
      assertThat(blend.cdf(y)[i]).isEqualTo(row.cdf(y[i]));
      assertThat(blend.quantile(0.1)[i]).isEqualTo(row.quantile(0.1));
      assertThat(blend.summary(0.9).quantiles()[0][i]).isEqualTo(row.quantile(0.9));
      assertThat(blend.crps(y)[i]).isEqualTo(row.crps(y[i]));
    }
    assertThat(blend.row(0).mean()).isEqualTo(BOTH.mean());
  }

  @Test
  void drawsComeFromThePartsByTheirWeights() {
    double[] draws = BOTH.sample(20_000, 5);
    assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(7, within(0.1));
    assertThat(Arrays.stream(draws).filter(y -> y < 3).count() / 20_000.0)
        .isCloseTo(BOTH.cdf(3), within(0.015));
    assertThat(BOTH.sample(5, 8)).isEqualTo(BOTH.sample(5, 8));
  }

  @Test
  void classesAreBlended() {
    Distribution blend =
        Distribution.blend(
            List.of(new ClassFrequencies(0.2, 0.8), new ClassFrequencies(0.6, 0.4)), 0.5, 0.5);
    assertThat(blend.classes()).isEqualTo(2);
    assertThat(blend.classProbabilities()).containsExactly(new double[] {0.4, 0.6}, within(1e-15));
    assertThat(blend.logDensity(1)).isCloseTo(Math.log(0.6), within(1e-15));
  }

  @Test
  void numbersBecomeWholeNumbers() {
    Prediction rounded = Prediction.of(NEAR, FAR).rounded();
    Distribution row = rounded.row(1);
    assertThat(row.discrete()).isTrue();
    double sum = 0;
    for (int k = -10; k < 40; k++) {
      sum += Math.exp(row.logDensity(k));
      assertThat(row.cdf(k)).isCloseTo(sum, within(1e-9));
      assertThat(rounded.logDensity(new double[] {0, k})[1]).isEqualTo(row.logDensity(k));
    }
    assertThat(row.logDensity(2.5)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(row.quantile(0.5)).isEqualTo(9);
    assertThat(row.cdf(row.quantile(0.3))).isGreaterThanOrEqualTo(0.3);
    assertThat(row.cdf(row.quantile(0.3) - 1)).isLessThan(0.3);
    assertThat(rounded.rounded()).isSameAs(rounded);
    Distribution blend = Distribution.blend(List.of(rounded.row(0), row), 0.5, 0.5);
    double q = blend.quantile(0.6);
    assertThat(q).isEqualTo(Math.rint(q));
    assertThat(blend.cdf(q)).isGreaterThanOrEqualTo(0.6);
    assertThat(blend.cdf(q - 1)).isLessThan(0.6);
  }

  @Test
  void whatCannotBeBlendedIsRefused() {
    assertThatThrownBy(() -> Distribution.blend(List.of(NEAR, FAR), 0.5, 0.6))
        .hasMessageContaining("sum 1");
    assertThatThrownBy(() -> Distribution.blend(List.of(NEAR, FAR), 1.0, 0.0))
        .hasMessageContaining("above 0");
    assertThatThrownBy(() -> Distribution.blend(List.of(NEAR), 0.5, 0.5))
        .hasMessageContaining("one weight for each");
    assertThatThrownBy(
            () -> Distribution.blend(List.of(NEAR, new ClassFrequencies(0.5, 0.5)), 0.5, 0.5))
        .hasMessageContaining("one kind");
    assertThatThrownBy(
            () ->
                Prediction.blend(List.of(Prediction.of(NEAR), Prediction.of(NEAR, FAR)), 0.5, 0.5))
        .hasMessageContaining("same rows");
  }
}
