package io.github.tgp4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IntervalsTest {
  private static final double[] LOWER = {0, 0, 0, 0};
  private static final double[] UPPER = {1, 1, 2, 4};

  @Test
  void handValues() {
    double[] y = {0, 1.5, 2, -1}; // the ends belong to the interval
    assertThat(Intervals.coverage(y, LOWER, UPPER)).isEqualTo(0.5);
    assertThat(Intervals.meanWidth(LOWER, UPPER)).isEqualTo(2.0);
    double[] open = {Double.NEGATIVE_INFINITY, 0, 0, -2};
    assertThat(Intervals.coverage(y, open, UPPER)).isEqualTo(0.75);
    assertThat(Intervals.meanWidth(open, UPPER)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void refusesWhatItCannotScore() {
    assertThatThrownBy(() -> Intervals.meanWidth(UPPER, LOWER))
        .hasMessage("interval, row 0: expected lower ≤ upper but got 1.0 and 0.0");
    assertThatThrownBy(() -> Intervals.meanWidth(new double[] {Double.NaN}, new double[1]))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> Intervals.coverage(new double[3], LOWER, UPPER))
        .hasMessageContaining("lower bounds: expected 3");
    assertThatThrownBy(() -> Intervals.meanWidth(LOWER, new double[3]))
        .hasMessageContaining("upper bounds: expected 4");
    assertThatThrownBy(() -> Intervals.meanWidth(new double[0], new double[0]))
        .hasMessageContaining("none");
    assertThatThrownBy(() -> Intervals.coverage(new double[] {1, 2, Double.NaN, 3}, LOWER, UPPER))
        .hasMessageContaining("targets, row 2");
  }
}
