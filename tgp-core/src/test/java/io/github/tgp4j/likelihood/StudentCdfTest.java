package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudentCdfTest {
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 1.7, 2, 4, 7.3, 30, 400, 1e5})
  void agreesWithTheIncompleteBeta(double nu) {
    TDistribution exact = TDistribution.of(nu);
    SplittableRandom random = new SplittableRandom(7);
    double[] z = new double[500];
    for (int i = 0; i < z.length; i++) {
      z[i] = Math.sinh(random.nextDouble(-12, 12));
    }
    z[0] = 0;
    z[1] = 1e300;
    z[2] = -1e300;
    z[3] = Double.NEGATIVE_INFINITY;
    double[] out = z.clone();
    StudentCdf.of(nu).apply(out, 0, out.length);
    for (int i = 0; i < z.length; i++) {
      assertThat(out[i])
          .as("at " + z[i])
          .isCloseTo(exact.cumulativeProbability(z[i]), within(2e-13));
    }
  }

  @Test
  void farTailsKeepTheirDigits() {
    double[] z = {-40, -400, -4000};
    double[] out = z.clone();
    StudentCdf.of(4).apply(out, 0, 3);
    for (int i = 0; i < 3; i++) {
      double exact = TDistribution.of(4).cumulativeProbability(z[i]);
      assertThat(out[i] / exact).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void whatIsNoNumberStaysNone() {
    double[] z = {Double.NaN};
    StudentCdf.of(3).apply(z, 0, 1);
    assertThat(z[0]).isNaN();
  }
}
