package io.github.tgp4j.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelDensityTest {
  private static double[] sample(int n) {
    SplittableRandom random = new SplittableRandom(2);
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      out[i] = random.nextDouble();
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"-Infinity, Infinity", "0, Infinity", "-Infinity, 1", "0, 1"})
  void densityAndDistributionBelongTogether(double lower, double upper) {
    KernelDensity density = KernelDensity.of(sample(300), lower, upper);
    double from = Math.max(lower, -1e4);
    assertThat(density.cdf(from)).isCloseTo(0, within(1e-6));
    assertThat(density.cdf(Math.min(upper, 1e4))).isCloseTo(1, within(1e-6));
    for (double y = 0.01; y < 1; y += 0.07) {
      double slope = (density.cdf(y + 1e-5) - density.cdf(y - 1e-5)) / 2e-5;
      assertThat(Math.exp(density.logDensity(y))).isCloseTo(slope, within(1e-5 * (1 + slope)));
    }
    for (double p : new double[] {1e-4, 0.1, 0.5, 0.999}) {
      assertThat(density.cdf(density.quantile(p))).isCloseTo(p, within(1e-9));
    }
    assertThat(density.quantile(1e-6)).isGreaterThanOrEqualTo(lower);
    assertThat(density.quantile(1 - 1e-6)).isLessThanOrEqualTo(upper);
  }

  @Test
  void theDistributionFunctionIsTheAverageOfItsKernels() {
    double[] centres = sample(200);
    centres[7] = 1e5; // far from the others
    KernelDensity density =
        new KernelDensity(
            centres,
            0.03,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            KernelDensity.Weights.KERNELS);
    for (double t : new double[] {-1e9, -3, 0, 0.2, 0.5, 0.53, 1, 7, 1e5, 1e12}) {
      double sum = 0;
      for (double centre : centres) {
        double z = (t - centre) / (0.03 * Math.sqrt(3));
        sum += 0.5 + (Math.atan(z) + z / (1 + z * z)) / Math.PI;
      }
      assertThat(density.cdf(t)).isCloseTo(sum / 200, within(1e-14));
    }
  }

  @Test
  void whatLiesOutsideTheSupportIsImpossible() {
    KernelDensity density = KernelDensity.of(sample(50), 0, 1);
    assertThat(density.logDensity(-0.1)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(density.logDensity(1.1)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(density.cdf(-0.1)).isZero();
    assertThat(density.cdf(1.1)).isOne();
  }

  @Test
  void centresAsFarApartAsNumbersGoAreTold() {
    KernelDensity density =
        new KernelDensity(
            new double[] {-1e300, 1.0, 1e300},
            1e-300,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            KernelDensity.Weights.KERNELS);
    assertThat(density.cdf(0.0)).isEqualTo(1 / 3.0, within(1e-12));
    assertThat(density.cdf(1.0)).isEqualTo(0.5, within(1e-12));
    assertThat(density.cdf(2.0)).isEqualTo(2 / 3.0, within(1e-12));
    assertThat(density.quantile(0.5)).isEqualTo(1.0);
    assertThat(density.logDensity(1.0)).isFinite();
  }

  @Test
  void aLargeSampleKeepsItsShape() {
    KernelDensity density = KernelDensity.of(sample(100_000), 0, 1);
    assertThat(density.centres()).hasSize(512);
    assertThat(Math.exp(density.logDensity(0.5))).isCloseTo(1, within(0.05));
    assertThat(density.mean()).isCloseTo(0.5, within(0.01));
    assertThat(density.standardDeviation()).isCloseTo(Math.sqrt(1 / 12.0), within(0.02));
  }

  @Test
  void constantsAndOutliersAreTaken() {
    KernelDensity constant =
        KernelDensity.of(
            new double[] {3, 3, 3}, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(constant.quantile(0.5)).isCloseTo(3, within(1e-5));
    KernelDensity outlier =
        KernelDensity.of(
            new double[] {1, 2, 3, 4, 1e6}, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(outlier.logDensity(5e5)).isGreaterThan(-30); // not impossible
    assertThatThrownBy(
            () -> new KernelDensity(new double[0], 1, 0, 1, KernelDensity.Weights.KERNELS))
        .hasMessageContaining("expected finite centres");
    assertThatThrownBy(
            () -> new KernelDensity(new double[] {2}, 1, 0, 1, KernelDensity.Weights.KERNELS))
        .hasMessageContaining("within 0.0 to 1.0");
  }

  @Test
  void tailsHaveTheWeightThatTheSampleGivesThem() {
    SplittableRandom random = new SplittableRandom(3);
    double[] normal = new double[400];
    double[] wild = new double[400];
    for (int i = 0; i < normal.length; i++) {
      normal[i] = random.nextGaussian();
      wild[i] = random.nextDouble() < 0.1 ? Math.exp(14 * random.nextDouble()) : normal[i];
    }
    double lower = Double.NEGATIVE_INFINITY;
    double upper = Double.POSITIVE_INFINITY;
    KernelDensity.Weights calm = KernelDensity.of(normal, lower, upper).weights();
    assertThat(calm.gaussian()).isGreaterThan(0.6);
    assertThat(calm.cauchy()).isLessThan(0.02);
    KernelDensity.Weights wide = KernelDensity.of(wild, lower, upper).weights();
    assertThat(wide.gaussian()).isLessThan(0.1);
    assertThat(wide.cauchy()).isBetween(0.05, 0.9);
    assertThatThrownBy(() -> new KernelDensity.Weights(0.7, 0.7))
        .hasMessageContaining("a sum of at most 1");
  }

  /** Fifteen Gaussian values, thousands of times: 95% intervals hold the next one as often. */
  @Test
  void theNextOfFewValuesMayLieFurtherOutThanThese() {
    SplittableRandom random = new SplittableRandom(5);
    int tries = 2_000;
    int inside = 0;
    for (int k = 0; k < tries; k++) {
      double[] seen = random.doubles(15).map(u -> random.nextGaussian()).toArray();
      KernelDensity density =
          KernelDensity.of(seen, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      double p = density.cdf(random.nextGaussian());
      inside += p > 0.025 && p < 0.975 ? 1 : 0;
    }
    assertThat(inside / (double) tries).isBetween(0.93, 0.97);
  }

  /** A Gaussian alone: its quantiles say its deviation. */
  @Test
  void theStandardDeviationIsThatOfTheWiderGaussian() {
    KernelDensity density =
        new KernelDensity(
            sample(9),
            1e-3,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            new KernelDensity.Weights(1.0, 0.0));
    double ofQuantiles = (density.quantile(0.975) - density.mean()) / 1.959963984540054;
    assertThat(density.standardDeviation()).isCloseTo(ofQuantiles, within(1e-9));
  }

  @Test
  void rareClassesKeepAProbability() {
    ClassFrequencies classes = ClassFrequencies.of(new double[] {0, 0, 0, 1}, 3);
    assertThat(classes.classProbabilities())
        .containsExactly(new double[] {4 / 7.0, 2 / 7.0, 1 / 7.0}, within(1e-15));
    assertThat(classes.logDensity(2)).isCloseTo(Math.log(1 / 7.0), within(1e-15));
    assertThatThrownBy(classes::mean).hasMessageContaining("use classProbabilities");
    assertThatThrownBy(() -> new ClassFrequencies(0.5, 0.6)).hasMessageContaining("sum 1");
  }
}
