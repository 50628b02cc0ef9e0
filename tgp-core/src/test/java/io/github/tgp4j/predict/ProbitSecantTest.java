package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.elementary.Scalars;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbitSecantTest {
  private static final double MEAN = 450; // far from 0, where the numbers have gaps

  private static double cdf(double t) {
    double z = (t - MEAN) / 4;
    return 0.3 * Scalars.normalCdf(z) + 0.7 * Scalars.normalCdf(z - 0.5);
  }

  /** Rounding may leave F on one side of p wherever the search looks. */
  @ParameterizedTest
  @ValueSource(doubles = {-3e-16, -1e-16, 0, 1e-16, 3e-16})
  void roundingSendsNoQuantileToInfinity(double error) {
    for (double p = 0.0005; p < 0.9999; p += 0.0005) {
      double at = ProbitSecant.find(t -> cdf(t) * (1 + error), p, MEAN + 1.4, 4.1);
      assertThat(cdf(at)).isCloseTo(p, within(1e-12));
    }
  }
}
