package io.github.tgp4j.benchmarks.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final double[] HOURS = IntStream.range(0, 60).mapToDouble(i -> i / 60.0).toArray();

  private static double[] values(double first, double perHour, double noise) {
    SplittableRandom random = new SplittableRandom(1);
    double[] out = new double[HOURS.length];
    for (int i = 0; i < out.length; i++) {
      // The first half is a server that warms up, which is no growth.
      double warm = Math.min(HOURS[i], 0.5) * 100;
      out[i] = first + warm + perHour * HOURS[i] + noise * random.nextGaussian();
    }
    return out;
  }

  @Test
  void findsTheSlopeOfTheSecondHalf() {
    Growth growth = Growth.of(HOURS, values(50, 4, 0));
    assertThat(growth.perHour()).isCloseTo(4, within(1e-9));
    assertThat(growth.hours()).isCloseTo(29.0 / 60, within(1e-12));
    assertThat(growth.exceeds(1)).isTrue();
    assertThat(growth.exceeds(2)).isFalse(); // 4 per hour are 1.93 in that half
  }

  @Test
  void aLeakIsSeenThroughTheNoiseAndNoiseIsNoLeak() {
    assertThat(Growth.of(HOURS, values(50, 8, 1)).exceeds(1)).isTrue();
    assertThat(Growth.of(HOURS, values(50, 0, 1)).exceeds(0)).isFalse();
    assertThat(Growth.of(HOURS, values(50, -8, 1)).exceeds(0)).isFalse();
  }

  @Test
  void tooFewMeasurementsAreRefused() {
    assertThatThrownBy(() -> Growth.of(new double[5], new double[5]))
        .hasMessageContaining("expected at least 6");
  }
}
