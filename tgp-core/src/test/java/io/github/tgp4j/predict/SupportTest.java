package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.elementary.Scalars;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportTest {
  private static double[] normal(int n, double mean, double deviation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, n)
        .mapToDouble(i -> mean + deviation * random.nextGaussian())
        .toArray();
  }

  private static double[] map(double[] of, java.util.function.DoubleUnaryOperator function) {
    return java.util.Arrays.stream(of).map(function).toArray();
  }

  @Test
  void numbersThatPileUpAtZeroOrAreSkewEndThere() {
    double[] z = normal(300, 0, 1, 1);
    assertThat(Support.of(map(z, Math::exp)).describe()).isEqualTo("above 0");
    assertThat(Support.of(map(z, v -> Math.exp(0.5 * v))).describe()).isEqualTo("above 0");
    assertThat(Support.of(map(z, Math::abs)).describe()).isEqualTo("above 0");
    assertThat(Support.of(map(z, Scalars::sigmoid)).describe()).isEqualTo("0 to 1");
    assertThat(Support.of(map(z, v -> Math.floor(3 * Math.exp(v)))))
        .satisfies(
            s -> {
              assertThat(s.describe()).isEqualTo("0 or more");
              assertThat(s.limit()).isEqualTo(0.5);
            });
  }

  @Test
  void aGaugeThatMeasuresNothingBelowItsLimitHasALimit() {
    double[] rain = map(normal(300, 0, 1, 2), v -> Math.max(0, v));
    double least = java.util.Arrays.stream(rain).filter(v -> v > 0).min().orElseThrow();
    assertThat(Support.of(rain).limit()).isEqualTo(0.5 * least);
  }

  @Test
  void numbersThatMerelyHappenToBePositiveHaveNoEnd() {
    for (int seed = 1; seed <= 20; seed++) {
      double[] three = map(normal(100, 3.2, 1, seed), v -> Math.max(v, 0.3));
      assertThat(Support.of(three)).isEqualTo(Support.REAL);
      three[7] = 1e6; // an outlier says nothing about 0
      assertThat(Support.of(three)).isEqualTo(Support.REAL);
    }
    assertThat(Support.of(normal(500, 290, 8, 4))).isEqualTo(Support.REAL); // kelvins
    assertThat(Support.of(map(normal(20, 0, 1, 5), Math::exp))).isEqualTo(Support.REAL); // few
    assertThat(Support.of(map(normal(300, 0, 1, 5), v -> v < 0 ? 0 : 1))).isEqualTo(Support.REAL);
    assertThat(Support.of()).isEqualTo(Support.REAL);
  }

  /** Against the closed form of a truncated Gaussian. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0, Infinity", "-0.5, 1, 0, Infinity", "0.9, 0.3, 0, 1", "5, 2, 0, Infinity"})
  void aTruncatedGaussianHasItsMoments(double mean, double sd, double a, double b) {
    Support support = Double.isInfinite(b) ? Support.above(a, 1) : Support.between(a, b);
    Distribution bounded = Distribution.gaussian(mean, sd).within(support);
    double alpha = (a - mean) / sd;
    double beta = (b - mean) / sd;
    double mass = Scalars.normalCdf(beta) - Scalars.normalCdf(alpha);
    double betaTerm = Double.isInfinite(b) ? 0 : beta * Scalars.normalPdf(beta);
    double shift = (Scalars.normalPdf(alpha) - Scalars.normalPdf(beta)) / mass;
    double variance = 1 + (alpha * Scalars.normalPdf(alpha) - betaTerm) / mass - shift * shift;
    assertThat(bounded.mean()).isCloseTo(mean + sd * shift, within(2e-5));
    assertThat(bounded.variance()).isCloseTo(sd * sd * variance, within(2e-5));
    double y = 0.7;
    double density = Scalars.normalPdf((y - mean) / sd) / sd / mass;
    assertThat(Math.exp(bounded.logDensity(y))).isCloseTo(density, within(1e-5));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, Infinity, 0", "-30, 1, Infinity, 0", "0.5, 1, Infinity, 0.2", "-2, 1, Infinity, 0.01",
    "0.9, 0.3, 1, 0", "7, 0.3, 1, 0", "-7, 0.3, 1, 0", "0.2, 0.3, 1, 0.05"
  })
  void everyValueInsideIsPossibleAndNoneOutside(double mean, double sd, double b, double limit) {
    Support support =
        (Double.isInfinite(b) ? Support.above(0, 1) : Support.between(0, 1)).withLimit(limit);
    Distribution bounded = Distribution.gaussian(mean, sd).within(support);
    assertThat(bounded.cdf(-1e-9)).isZero();
    assertThat(bounded.logDensity(-1e-9)).isBetween(-30.0, -10.0); // all but impossible
    assertThat(bounded.logDensity(-1e6)).isBetween(-60.0, -20.0);
    double top = Math.min(b, 20);
    double sum = 0.0;
    int n = 200_000;
    for (int i = 0; i < n; i++) {
      double logDensity = bounded.logDensity((i + 0.5) * top / n);
      assertThat(logDensity).isGreaterThan(-100);
      sum += Math.exp(logDensity) * top / n;
    }
    assertThat(sum).isCloseTo(bounded.cdf(top), within(1e-4));
    double before = 0;
    for (double p : new double[] {1e-6, 0.025, 0.3, 0.5, 0.9, 0.975, 1 - 1e-6}) {
      double q = bounded.quantile(p);
      assertThat(q).isGreaterThan(before).isLessThan(b);
      assertThat(bounded.cdf(q)).isCloseTo(p, within(1e-9));
      before = q;
    }
    assertThat(bounded.mean()).isBetween(0.0, b);
    for (double draw : bounded.sample(200, 3)) {
      assertThat(draw).isBetween(0.0, b);
    }
  }

  /** Squares beyond all doubles, or below them, leave numbers. */
  @ParameterizedTest
  @CsvSource({"1e160, 1e160, Infinity", "1e300, 1e301, 5e307", "1e-170, 1e-170, Infinity"})
  void momentsOfExtremeNumbersAreNumbers(double mean, double sd, double b) {
    Support support = Double.isInfinite(b) ? Support.above(0, 90) : Support.between(0, b);
    Distribution bounded = Distribution.gaussian(mean, sd).within(support);
    assertThat(bounded.mean()).isBetween(0.0, 10 * sd + 1e-3);
    assertThat(bounded.standardDeviation()).isNotNaN().isNotNegative();
    double[] moments =
        SurvivalMoments.of(
            0, 0, y -> y < 3 ? 0.5 : 0.9, p -> p < 0.9 ? 3 : Double.POSITIVE_INFINITY);
    assertThat(moments).containsOnly(Double.POSITIVE_INFINITY);
  }

  @Test
  void rowsTogetherAreRowsAlone() {
    List<Distribution> rows =
        List.of(
            Distribution.gaussian(1, 1),
            Distribution.gaussian(-3, 1),
            Distribution.gaussian(40, 1),
            new KernelDensity(
                new double[] {-1, 0.5, 2}, 0.4, -9, 9, KernelDensity.Weights.KERNELS));
    for (Support support : List.of(Support.above(0, 2), Support.above(0, 2).withLimit(0.1))) {
      Prediction all = Prediction.of(rows).within(support);
      double[] y = {0.05, 0.3, 41, 1};
      Summary summary = all.summary(0.1, 0.8);
      for (int i = 0; i < rows.size(); i++) {
        Distribution one = rows.get(i).within(support);
        assertThat(all.mean()[i]).isEqualTo(one.mean());
        assertThat(summary.standardDeviation()[i]).isEqualTo(one.standardDeviation());
        assertThat(summary.row(i).quantiles()).containsExactly(one.quantiles(0.1, 0.8));
        assertThat(all.cdf(y)[i]).isEqualTo(one.cdf(y[i]));
        assertThat(all.logDensity(y)[i]).isEqualTo(one.logDensity(y[i]));
        assertThat(all.crps(y)[i]).isEqualTo(one.crps(y[i]));
      }
    }
  }

  @Test
  void blendsOfBoundedPartsAreBounded() {
    Support positive = Support.above(0, 1);
    Distribution blend =
        Distribution.blend(
            List.of(
                Distribution.gaussian(0.2, 1).within(positive),
                Distribution.gaussian(-5, 0.5).within(positive)),
            0.7,
            0.3);
    assertThat(blend.quantile(1e-4)).isPositive();
    assertThat(blend.cdf(blend.quantile(0.3))).isCloseTo(0.3, within(1e-9));
    assertThat(blend.mean()).isPositive();
  }

  @Test
  void allNumbersNeedNoBounds() {
    Distribution any = Distribution.gaussian(0, 1);
    assertThat(any.within(Support.REAL)).isSameAs(any);
    Prediction rows = Prediction.of(any);
    assertThat(rows.within(Support.REAL)).isSameAs(rows);
    assertThat(rows.rounded().within(Support.above(0, 1)).row(0).discrete()).isTrue();
  }

  @Test
  void endsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> Support.above(0, -1)).hasMessageContaining("support: expected");
    assertThatThrownBy(() -> Support.above(Double.NaN, 1)).hasMessageContaining("support");
    assertThatThrownBy(() -> Support.between(0, 1).withLimit(2)).hasMessageContaining("limit");
    assertThatThrownBy(() -> Support.between(1, 0)).hasMessageContaining("support");
  }
}
