package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LocatedDistributionTest {
  @Test
  void aGaussianMovedIsAGaussian() {
    Distribution moved = new LocatedDistribution(Distribution.gaussian(0.5, 2), 10, 3);
    Distribution same = Distribution.gaussian(11.5, 6);
    assertThat(moved.mean()).isCloseTo(11.5, within(1e-14));
    assertThat(moved.standardDeviation()).isCloseTo(6, within(1e-14));
    for (double y : new double[] {-20, 3, 11.5, 40}) {
      assertThat(moved.cdf(y)).isCloseTo(same.cdf(y), within(1e-14));
      assertThat(moved.logDensity(y)).isCloseTo(same.logDensity(y), within(1e-12));
      assertThat(moved.crps(y)).isCloseTo(same.crps(y), within(1e-5));
    }
    assertThat(moved.quantile(0.01)).isCloseTo(same.quantile(0.01), within(1e-12));
  }

  @Test
  void aScaleOfNothingIsRefused() {
    assertThatThrownBy(() -> new LocatedDistribution(Distribution.gaussian(0, 1), 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
