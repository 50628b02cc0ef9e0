package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.spec.Specs;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CondensedLocationsTest {
  private static final int N = 3_000;

  private final double[] weights = new double[N];
  private final double[] locations = new double[N];

  /** Skewed, with a few components far out. */
  CondensedLocationsTest() {
    SplittableRandom random = new SplittableRandom(5);
    double sum = 0.0;
    for (int s = 0; s < N; s++) {
      double z = -7 + 14.0 * s / N;
      weights[s] = Math.exp(-0.5 * z * z);
      locations[s] = Math.sinh(0.5 * z) + 0.1 * random.nextGaussian();
      sum += weights[s];
    }
    for (int s = 0; s < N; s++) {
      weights[s] /= sum;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gaussian, 0.3, 1, 4e-8",
    "gaussian, 2.0, 1, 4e-8",
    "'student-t(4, learnt)', 0.6, 4, 2e-7",
    "'student-t(4, learnt)', 0.8, 1.2, 4e-7"
  })
  void theDistributionFunctionStays(String text, double first, double second, double tolerance) {
    Likelihood likelihood = Specs.likelihood(text);
    double[] theta = {first, second};
    Mixture mixture = new Mixture(likelihood, theta, 0, 0.0, 1.0);
    mixture.adopt(N, weights, locations);
    double[] value = new double[N];
    for (double t = -12; t < 12; t += 0.37) {
      likelihood.cdf(theta, 0, t, locations, 0, N, N, value, 0);
      double exact = 0.0;
      for (int s = 0; s < N; s++) {
        exact += weights[s] * value[s];
      }
      assertThat(mixture.cdf(t)).as("%s", t).isEqualTo(exact, Offset.offset(tolerance));
      assertThat(mixture.slope(t) / Math.exp(mixture.logDensityStandardised(t)))
          .as("%s", t)
          .isEqualTo(1.0, Offset.offset(1e-4));
    }
  }

  @Test
  void fewerComponentsHaveTheSameMassAndMoments() {
    CondensedLocations few = new CondensedLocations();
    assertThat(few.condense(weights, locations, N, 1.0)).isTrue();
    assertThat(few.count()).isLessThan(N / 3);
    for (int power = 0; power <= 3; power++) {
      double exact = 0.0;
      double sum = 0.0;
      for (int s = 0; s < N; s++) {
        exact += weights[s] * Math.pow(locations[s], power);
      }
      for (int s = 0; s < few.count(); s++) {
        sum += few.weight()[s] * Math.pow(few.location()[s], power);
      }
      assertThat(sum).as("moment %s", power).isEqualTo(exact, Offset.offset(1e-9));
    }
  }

  @Test
  void componentsThatLieTooFarApartStay() {
    CondensedLocations few = new CondensedLocations();
    assertThat(few.condense(weights, locations, N, 1e-3)).isFalse();
    assertThat(few.condense(weights, locations, 100, 1.0)).isFalse();
    assertThat(few.condense(weights, locations, N, Double.NaN)).isFalse();
    double[] far = locations.clone();
    far[0] = 1e300;
    far[1] = Double.NEGATIVE_INFINITY;
    assertThat(few.condense(weights, far, N, 1.0)).isTrue();
    assertThat(few.location()[0]).isEqualTo(1e300);
    assertThat(few.location()[1]).isEqualTo(Double.NEGATIVE_INFINITY);
  }
}
