package io.github.tgp4j.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Sharpening;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharpnessTest {
  private static Prediction gaussians(int n, double deviation) {
    return Prediction.of(
        Stream.generate(() -> Distribution.gaussian(0, deviation)).limit(n).toList());
  }

  private static double[] noise(int n) {
    SplittableRandom random = new SplittableRandom(7);
    return random
        .doubles(n)
        .map(u -> Math.sqrt(-2 * Math.log(u)) * Math.cos(random.nextDouble(2 * Math.PI)))
        .toArray();
  }

  private static double nll(Prediction prediction, double[] y) {
    return -Arrays.stream(prediction.logDensity(y)).sum();
  }

  /** Forecasts that are too wide become surer, those that are too narrow less sure. */
  @Test
  void findsWhatWasMissing() {
    int n = 2000;
    double[] y = noise(n);
    for (double deviation : new double[] {0.6, 1.0, 1.8}) {
      Prediction prediction = gaussians(n, deviation);
      Sharpness rows = Sharpness.of(prediction, y);
      Sharpening best = Sharpness.best(List.of(rows));
      if (deviation == 1.0) {
        assertThat(best.power()).isCloseTo(1.0, within(0.06));
      } else {
        assertThat(best.power() > 1).isEqualTo(deviation > 1);
      }
      Prediction surer = prediction.sharpened(best, Parallelism.of(1));
      assertThat(nll(prediction, y) - nll(surer, y)).isCloseTo(rows.gain(best), within(1e-8));
      int inside = 0;
      for (int i = 0; i < n; i++) {
        inside += Math.abs(y[i]) <= surer.row(i).quantile(0.975) ? 1 : 0;
      }
      double without = 2 * Scalars.normalCdf(1.96 * deviation) - 1;
      double nearer = inside / (double) n;
      assertThat(Math.abs(nearer - 0.95)).isLessThan(0.5 * Math.abs(without - 0.95) + 0.01);
    }
  }

  /** The score has one maximum: the power that is found beats those beside it. */
  @Test
  void fewRowsChangeLittle() {
    double[] y = {0.05, -0.02, 0.08};
    Sharpening best = Sharpness.best(List.of(Sharpness.of(gaussians(3, 1.0), y)));
    assertThat(best.power()).isBetween(1.05, 1.5);
    assertThat(Sharpness.best(List.of()).power()).isCloseTo(1.0, within(1e-4));
  }
}
