package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final double[] EVEN =
      IntStream.range(0, 1000).mapToDouble(i -> (i + 0.5) / 1000).toArray();

  @Test
  void evenValuesAreCalibrated() {
    assertThat(Calibration.error(EVEN)).isCloseTo(0.0, within(1e-12));
    assertThat(Calibration.centralCoverage(EVEN, 0.95)).isEqualTo(0.95);
    assertThat(Calibration.histogram(EVEN, 8)).containsOnly(0.125);
  }

  @Test
  void handValues() {
    double[] pit = {0.0, 0.1, 0.6, 1.0};
    // share of u ≤ 0.25: 2/4, u ≤ 0.5: 2/4, u ≤ 0.75: 3/4
    assertThat(Calibration.error(pit, new double[] {0.25, 0.5, 0.75}))
        .isCloseTo(0.25 / 3, within(1e-15));
    assertThat(Calibration.centralCoverage(pit, 0.5)).isEqualTo(0.25); // 0.6 only
    assertThat(Calibration.histogram(pit, 4)).containsExactly(0.5, 0, 0.25, 0.25);
  }

  @Test
  void biasIsSeen() {
    // all targets at one forecast quantile: mean |1{u ≤ p} − p| = ½ for u = 0, and for u = 1
    assertThat(Calibration.error(new double[] {0, 0})).isCloseTo(0.5, within(1e-12));
    assertThat(Calibration.error(new double[] {1, 1})).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void intervalsTooNarrowByHalfMakeAU() {
    NormalDistribution truth = NormalDistribution.of(0, 2);
    NormalDistribution forecast = NormalDistribution.of(0, 1);
    double[] pit = new double[EVEN.length];
    for (int i = 0; i < pit.length; i++) {
      pit[i] = forecast.cumulativeProbability(truth.inverseCumulativeProbability(EVEN[i]));
    }
    // P(|2Z| ≤ 1.96) = 0.6729
    assertThat(Calibration.centralCoverage(pit, 0.95)).isCloseTo(0.673, within(0.002));
    double[] bins = Calibration.histogram(pit, 3);
    assertThat(bins[0]).isEqualTo(bins[2]).isGreaterThan(2 * bins[1]);
    assertThat(Calibration.error(pit)).isGreaterThan(0.05);
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> Calibration.error(new double[0])).hasMessageContaining("none");
    assertThatThrownBy(() -> Calibration.error(new double[] {0.5, Double.NaN}))
        .hasMessageContaining("row 1");
    assertThatThrownBy(() -> Calibration.histogram(new double[] {1.01}, 2))
        .hasMessageContaining("[0, 1]");
    assertThatThrownBy(() -> Calibration.histogram(EVEN, 0)).hasMessageContaining("bins");
    assertThatThrownBy(() -> Calibration.error(EVEN, new double[] {0.5, 1}))
        .hasMessageContaining("levels, row 1");
    assertThatThrownBy(() -> Calibration.error(EVEN, new double[0])).hasMessageContaining("levels");
  }
}
