package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrpsTest {
  private static final double MEAN = 1.5;
  private static final double SD = 0.7;
  private static final NormalDistribution NORMAL = NormalDistribution.of(MEAN, SD);

  @Test
  void gaussianHandValues() {
    // at the mean: sd·(√2 − 1)/√π
    assertThat(Crps.ofGaussian(3, 3, 2))
        .isCloseTo(2 * (Math.sqrt(2) - 1) / Math.sqrt(Math.PI), within(1e-15));
    // far away: |y − mean| − sd/√π
    assertThat(Crps.ofGaussian(-100, 0, 1)).isCloseTo(100 - 1 / Math.sqrt(Math.PI), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-40, -1, 0.3, 1.5, 2.2, 5, 40}) // inside the range of the CDF and outside
  void cdfAndQuantilesAgreeWithTheClosedForm(double y) {
    double exact = Crps.ofGaussian(y, MEAN, SD);
    assertThat(Crps.ofCdf(y, NORMAL::cumulativeProbability, -9, 12)).isCloseTo(exact, within(1e-9));
    double[] quantiles =
        IntStream.range(0, 2000)
            .mapToDouble(i -> NORMAL.inverseCumulativeProbability((i + 0.5) / 2000))
            .toArray();
    assertThat(Crps.ofQuantiles(y, quantiles)).isCloseTo(exact, within(1e-4));
  }

  @Test
  void cdfFindsAStepInAWideRange() {
    // a point mass at 0.123 scores its absolute error
    assertThat(Crps.ofCdf(2.0, t -> t < 0.123 ? 0 : 1, -1000, 1000)).isCloseTo(1.877, within(1e-7));
  }

  @Test
  void distributionsByTheirQuantiles() {
    for (double y : new double[] {-40, 0.3, 1.5, 5, 40}) {
      assertThat(
              Crps.ofDistribution(
                  y, NORMAL::cumulativeProbability, NORMAL::inverseCumulativeProbability))
          .isCloseTo(Crps.ofGaussian(y, MEAN, SD), within(1e-6));
    }
    // Cauchy at its median: 2∫₀^∞ (½ − atan(t)/π)² dt = 2·log(2)/π
    assertThat(
            Crps.ofDistribution(
                0.0, t -> 0.5 + Math.atan(t) / Math.PI, p -> Math.tan(Math.PI * (p - 0.5))))
        .isCloseTo(2 * Math.log(2) / Math.PI, within(3e-6));
  }

  @Test
  void counts() {
    PoissonDistribution poisson = PoissonDistribution.of(4.2);
    double expected = 0;
    for (int k = 0; k < 60; k++) {
      double step = poisson.cumulativeProbability(k) - (k >= 6 ? 1 : 0);
      expected += step * step;
    }
    assertThat(Crps.ofCounts(6, t -> poisson.cumulativeProbability((int) t), 0, 30))
        .isCloseTo(expected, within(1e-9));
    // A scale of 100,000 in 20,000 groups: as the Gaussian that it is close to
    NormalDistribution wide = NormalDistribution.of(1e6, 1e5);
    assertThat(Crps.ofCounts(1_100_000, t -> wide.cumulativeProbability(t + 0.5), 4e5, 1.6e6))
        .isCloseTo(Crps.ofGaussian(1.1e6, 1e6, 1e5), within(1.0));
  }

  @Test
  void uniformByHand() {
    // F(t) = t on [0, 1]: ∫₀^y t² + ∫_y^1 (1−t)² = (y³ + (1−y)³)/3
    double y = 0.3;
    assertThat(Crps.ofCdf(y, t -> t, 0, 1))
        .isCloseTo((Math.pow(y, 3) + Math.pow(1 - y, 3)) / 3, within(1e-13));
  }

  @Test
  void samplesAgreeWithAllPairs() {
    double[] t = {3.0, -1.0, 0.5, 0.5, 7.25};
    double y = 1.25;
    double error = 0;
    double spread = 0;
    for (double a : t) {
      error += Math.abs(a - y);
      for (double b : t) {
        spread += Math.abs(a - b);
      }
    }
    assertThat(Crps.ofSamples(y, t)).isCloseTo(error / 5 - spread / 40, within(1e-14));
    assertThat(Crps.ofQuantiles(y, t)).isCloseTo(error / 5 - spread / 50, within(1e-14));
    assertThat(t).containsExactly(3.0, -1.0, 0.5, 0.5, 7.25); // not sorted in place
    assertThat(Crps.ofQuantiles(y, new double[] {4.0})).isEqualTo(2.75); // a point: |error|
  }

  @Test
  void fewSamplesAreFairOnAverage() {
    Random random = new Random(7);
    double y = 2.0;
    double[] one = new double[40_000];
    double[][] samples = new double[one.length][3];
    for (int i = 0; i < one.length; i++) {
      one[i] = y;
      for (int k = 0; k < 3; k++) {
        samples[i][k] = MEAN + SD * random.nextGaussian();
      }
    }
    assertThat(Crps.meanOfSamples(one, samples))
        .isCloseTo(Crps.ofGaussian(y, MEAN, SD), within(0.01));
  }

  @Test
  void meansAverageTheRows() {
    double[] y = {0, 2};
    double[] mean = {1, 1};
    double[] sd = {1, 3};
    assertThat(Crps.meanOfGaussian(y, mean, sd))
        .isCloseTo((Crps.ofGaussian(0, 1, 1) + Crps.ofGaussian(2, 1, 3)) / 2, within(1e-15));
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> Crps.ofGaussian(0, 0, 0)).hasMessageContaining("positive");
    assertThatThrownBy(() -> Crps.ofGaussian(0, 0, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Crps.ofSamples(0, new double[1])).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> Crps.ofQuantiles(0, new double[0])).hasMessageContaining("none");
    assertThatThrownBy(() -> Crps.ofSamples(0, new double[] {1, Double.NaN}))
        .hasMessageContaining("row 1");
    assertThatThrownBy(() -> Crps.ofCdf(0, t -> Double.NaN, 0, 1)).hasMessageContaining("CDF at 0");
    assertThatThrownBy(() -> Crps.ofCdf(0, t -> t, 1, 1)).hasMessageContaining("lower < upper");
    assertThatThrownBy(() -> Crps.meanOfSamples(new double[2], new double[1][3]))
        .hasMessageContaining("expected 2");
  }
}
