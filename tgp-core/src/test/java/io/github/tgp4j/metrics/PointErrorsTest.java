package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PointErrorsTest {
  private static final double[] Y = {1, 2, 4};
  private static final double[] PREDICTED = {1, 5, 0}; // errors 0, −3, 4

  @Test
  void handValues() {
    assertThat(PointErrors.rmse(Y, PREDICTED)).isCloseTo(Math.sqrt(25.0 / 3.0), within(1e-15));
    assertThat(PointErrors.mae(Y, PREDICTED)).isCloseTo(7.0 / 3.0, within(1e-15));
    assertThat(PointErrors.rmse(Y, Y)).isZero();
    assertThat(PointErrors.mae(Y, Y)).isZero();
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> PointErrors.rmse(Y, new double[2]))
        .hasMessage("predictions: expected 3, one for each of the targets, but got 2");
    assertThatThrownBy(() -> PointErrors.mae(new double[0], new double[0]))
        .hasMessage("targets: expected at least one value but got none");
    assertThatThrownBy(() -> PointErrors.mae(Y, new double[] {1, Double.NaN, 2}))
        .hasMessage("predictions, row 1: expected a finite number but got NaN");
    assertThatThrownBy(
            () -> PointErrors.rmse(new double[] {Double.POSITIVE_INFINITY}, new double[1]))
        .hasMessageContaining("targets, row 0");
  }
}
