package io.github.tgp4j.benchmarks.nasty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ConstantForecastTest {
  private static final int ROWS = 400;

  private static double[] draws(boolean heavy, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return DoubleStream.generate(
            () -> random.nextGaussian() / (heavy ? Math.abs(random.nextGaussian()) : 1.0))
        .limit(ROWS)
        .map(z -> 5 + 2 * z)
        .toArray();
  }

  @Test
  void densitiesIntegrateToOne() {
    for (ConstantForecast forecast : ConstantForecast.ofNumbers(draws(false, 3))) {
      double step = 0.01;
      double sum = 0;
      for (double y = -500; y < 500; y += step) {
        sum += step * Math.exp(forecast.logScore().applyAsDouble(y));
      }
      assertThat(sum).as(forecast.name()).isCloseTo(1.0, within(2e-3));
    }
  }

  @Test
  void probabilitiesOfCountsSumToOne() {
    double[] counts = {0, 0, 1, 3, 3, 7, 2, 0};
    for (ConstantForecast forecast : ConstantForecast.ofCounts(counts)) {
      double sum = 0;
      for (int y = 0; y < 200; y++) {
        sum += Math.exp(forecast.logScore().applyAsDouble(y));
      }
      assertThat(sum).as(forecast.name()).isCloseTo(1.0, within(1e-9));
    }
  }

  @Test
  void heavyTailsAreStudentT() {
    double[] y = draws(true, 4); // Cauchy
    String best =
        ConstantForecast.ofNumbers(draws(true, 3)).stream()
            .max(Comparator.comparingDouble(f -> DoubleStream.of(f.score(y)).sum()))
            .orElseThrow()
            .name();
    assertThat(best).isEqualTo("student-t(1.0)");
  }

  @Test
  void classesByFrequency() {
    double[] codes = {0, 1, 1, 1};
    assertThat(ConstantForecast.ofClasses(codes, 2).get(0).score(new double[] {0, 1}))
        .containsExactly(Math.log(0.25), Math.log(0.75));
  }
}
