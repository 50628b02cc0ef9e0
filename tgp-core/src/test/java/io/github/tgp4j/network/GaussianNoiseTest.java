package io.github.tgp4j.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.elementary.Scalars;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GaussianNoiseTest {
  private static final int N = 400_000;

  @Test
  void rowsKeepTheirNumbers() {
    double[] whole = new double[15];
    double[] part = new double[6];
    Noise.of(1, 2, 3).gaussian(4, 0, 5, 3, whole);
    Noise.of(1, 2, 3).fromRow(2).gaussian(4, 0, 2, 3, part);
    assertThat(part).containsExactly(Arrays.copyOfRange(whole, 6, 12));
    Noise.of(1, 2, 3).gaussian(5, 0, 2, 3, part);
    assertThat(part).doesNotContain(whole);
  }

  @Test
  void followsTheNormalDistribution() {
    double[] e = new double[N];
    GaussianNoise.fill(Noise.of(5, 0, 0).stream(0), 0, N, e, 0);
    double[] moments = new double[5];
    for (double v : e) {
      for (int k = 1; k <= 4; k++) {
        moments[k] += Math.pow(v, k) / N;
      }
    }
    double se = 1 / Math.sqrt(N);
    assertThat(moments[1]).isCloseTo(0.0, within(4 * se));
    assertThat(moments[2]).isCloseTo(1.0, within(4 * Math.sqrt(2) * se));
    assertThat(moments[3]).isCloseTo(0.0, within(4 * Math.sqrt(15) * se));
    assertThat(moments[4]).isCloseTo(3.0, within(4 * Math.sqrt(96) * se));
    Arrays.sort(e);
    double distance = 0.0; // Kolmogorov and Smirnov; 1.95/√N is exceeded once in 1,000
    for (int i = 0; i < N; i++) {
      double cdf = Scalars.normalCdf(e[i]);
      distance = Math.max(distance, Math.max(cdf - i / (double) N, (i + 1) / (double) N - cdf));
    }
    assertThat(distance).isLessThan(1.95 * se);
    double beyond = Arrays.stream(e).filter(v -> Math.abs(v) > GaussianNoise.TAIL).count();
    double expected = 2 * N * Scalars.normalCdf(-GaussianNoise.TAIL);
    assertThat(beyond).isCloseTo(expected, within(4 * Math.sqrt(expected)));
    assertThat(e[N - 1]).isBetween(4.0, 7.0);
  }

  @Test
  void aNumberDependsOnItsIndexOnly() {
    double[] all = new double[1000];
    double[] part = new double[600];
    GaussianNoise.fill(42, 0, 1000, all, 0);
    GaussianNoise.fill(42, 401, 599, part, 1);
    assertThat(Arrays.copyOfRange(part, 1, 600)).isEqualTo(Arrays.copyOfRange(all, 401, 1000));
  }
}
