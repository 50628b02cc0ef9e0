package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LogScoreTest {
  @Test
  void handValues() {
    assertThat(LogScore.meanNegative(new double[] {-1, -2.5, 0.5})).isEqualTo(1.0);
    assertThat(LogScore.meanNegative(new double[] {-1, Double.NEGATIVE_INFINITY}))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> LogScore.meanNegative(new double[0])).hasMessageContaining("none");
    assertThatThrownBy(() -> LogScore.meanNegative(new double[] {0, Double.NaN}))
        .hasMessageContaining("row 1");
    assertThatThrownBy(() -> LogScore.meanNegative(new double[] {Double.POSITIVE_INFINITY}))
        .hasMessageContaining("row 0");
  }
}
