package io.github.tgp4j.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.testing.GradientCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RateLinkTest {
  @ParameterizedTest
  @EnumSource(RateLink.class)
  void slicesAgreeWithSingleValuesAndSlopesWithDifferences(RateLink link) {
    double[] f = {7, -900, -50, -38, -36, -1, 0.2, 3, 39, 45, 900};
    int n = f.length - 1;
    double[][] results = new double[3][n];
    link.evaluate(f, 1, n, results[0], results[1], results[2]);
    for (int i = 0; i < n; i++) {
      double at = f[1 + i];
      double logMean = link.logMean(at);
      assertThat(results[0][i]).isCloseTo(logMean, within(1e-14 * (1 + Math.abs(logMean))));
      assertThat(results[1][i]).isCloseTo(link.mean(at), within(1e-14 * link.mean(at)));
      assertThat(Math.log(link.mean(at))).isCloseTo(logMean, within(1e-13 * Math.abs(logMean)));
      if (link.domain().contains(at)) {
        GradientCheck.check(
            x -> link.logMean(x[0]),
            new double[] {at},
            new double[] {results[2][i]},
            k -> link + " f = " + at);
      }
    }
  }
}
