package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.spec.Specs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** W7: the table against a quadrature for each latent. */
class WarpedMomentsTest {
  private static final int N = 4000;

  @ParameterizedTest
  @CsvSource({
    "sal(3), 0.3, 2, 2e-7",
    "sal(3), 1.5, 6, 2e-7",
    "sal(1) > softplus, 0.5, 3, 2e-7",
    "rq-spline(8), 0.2, 1.5, 1e-5", // its quadrature is no closer: it has kinks
    "tanh-sum(3), 0.4, 4, 2e-7",
    "sal(3), 1e-3, 1e-3, 2e-7", // all but one
    "sal(3), 1e-9, 2, 0" // too far apart for a table
  })
  void theTableGivesWhatQuadratureGives(String text, double deviation, double width, double most) {
    Flow warp = Specs.flow(text);
    SplittableRandom random = new SplittableRandom(5);
    Parameters parameters = new Parameters();
    parameters.add("warp", warp);
    for (int k = 0; k < parameters.size(); k++) {
      parameters.free()[k] += 0.3 * random.nextDouble(-1, 1);
    }
    parameters.refresh();
    double[] theta = parameters.value();
    double[] f = random.doubles(N, -width, width).toArray();
    WarpedMoments moments = new WarpedMoments(warp, theta, 0, deviation);
    double[][] expected = new double[2][N];
    double[][] found = new double[2][N];
    moments.directly(f, 0, N, expected[0], expected[1], 0);
    moments.at(f, 0, N, found[0], found[1], 0);
    for (int i = 0; i < N; i++) {
      double variance = expected[1][i];
      assertThat(found[0][i]).isCloseTo(expected[0][i], within(most * Math.sqrt(variance)));
      assertThat(found[1][i]).isCloseTo(variance, within(5 * most * variance));
    }
  }

  /** Squares that no double holds are infinite, not undefined; parameters of a hostile file. */
  @Test
  void variancesTooLargeForADoubleAreInfinite() {
    double[] theta = {-0.08, 1.05, 0.07, 1e155}; // of sinh-arcsinh and of affine
    WarpedMoments moments = new WarpedMoments(Specs.flow("sal(1)"), theta, 0, 0.5);
    double[] mean = new double[N];
    double[] variance = new double[N];
    moments.at(new SplittableRandom(1).doubles(N, -1, 1).toArray(), 0, N, mean, variance, 0);
    assertThat(mean).doesNotContain(Double.NaN);
    assertThat(variance).containsOnly(Double.POSITIVE_INFINITY);
  }
}
