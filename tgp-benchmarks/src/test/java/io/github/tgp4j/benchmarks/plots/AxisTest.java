package io.github.tgp4j.benchmarks.plots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void ticksAreRoundNumbersWithoutNeedlessDigits() {
    Axis axis = Axis.linear(-1.94624, 0.98645, 0, 100);
    assertThat(axis.ticks().stream().map(axis::label))
        .containsExactly("−2.0", "−1.5", "−1.0", "−0.5", "0.0", "0.5", "1.0");
    Axis small = Axis.linear(1.1e-5, 2.9e-5, 0, 100);
    assertThat(small.ticks().stream().map(small::label)).contains("1.5e-5", "2e-5");
  }

  @Test
  void valuesLieBetweenTheEnds() {
    Axis axis = Axis.linear(-3, -1, 10, 110);
    assertThat(axis.at(-2)).isCloseTo(60, within(1e-9));
    assertThat(axis.at(-3)).isBetween(10.0, 20.0);
    assertThat(axis.at(-1)).isBetween(100.0, 110.0);
    assertThat(Axis.linear(5, 5, 0, 100).at(5)).as("one value alone").isCloseTo(50, within(1e-9));
  }

  @Test
  void logarithmsHaveTicksAtTheirOwnNumbers() {
    Axis axis = Axis.logarithmic(1.5, 147, 0, 100);
    assertThat(axis.ticks()).containsExactly(2.0, 5.0, 10.0, 20.0, 50.0, 100.0);
    assertThat(axis.at(Math.sqrt(200)) * 2).isCloseTo(axis.at(2) + axis.at(100), within(1e-9));
    assertThatThrownBy(() -> Axis.logarithmic(0, 1, 0, 1)).hasMessageContaining("above 0");
  }
}
