package io.github.tgp4j.mixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.spec.Specs;
import java.lang.reflect.Proxy;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixtureTest {
  /**
   * A few components far out take mean and deviation along, so that the search for a low quantile
   * starts where there is hardly any density, from which a Newton step leads out of all bounds.
   */
  @ParameterizedTest
  @ValueSource(doubles = {10, 40, 100, 130, 160, 175, 180, 1e3, 1e6, -40, -160, -1e3})
  void quantilesInvertTheDistributionHoweverFarOutItsTailsAre(double far) {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {1.0}, 0, 3.0, 2.0);
    mixture.reserve(2);
    mixture.weight[0] = 0.98;
    mixture.weight[1] = 0.02;
    mixture.fk[0] = 0.0;
    mixture.fk[1] = far;
    mixture.settle();
    double before = Double.NEGATIVE_INFINITY;
    for (double p : new double[] {1e-6, 0.01, 0.05, 0.3, 0.5, 0.95, 0.99, 1 - 1e-6}) {
      double quantile = mixture.quantile(p);
      assertThat(quantile).as("%s", p).isGreaterThan(before);
      assertThat(mixture.cdf(quantile)).as("%s", p).isEqualTo(p, Offset.offset(1e-9));
      before = quantile;
    }
  }

  /** A flow may send part of the latents to −∞: quantiles and distribution function agree there. */
  @Test
  void theDistributionFunctionAgreesWithInfiniteQuantiles() {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {1.0}, 0, 3.0, 0.5);
    mixture.reserve(2);
    mixture.weight[0] = 0.3;
    mixture.weight[1] = 0.7;
    mixture.fk[0] = Double.NEGATIVE_INFINITY;
    mixture.fk[1] = 0.0;
    assertThat(mixture.quantile(0.01)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(mixture.cdf(-Double.MAX_VALUE)).isEqualTo(0.3, Offset.offset(1e-12));
  }

  @Test
  void probabilitiesThatAreNoNumbersAreAnError() {
    Mixture mixture = new Mixture(Specs.likelihood("categorical(3)"), new double[0], 0, 0.0, 1.0);
    mixture.becomeClasses(new double[] {Double.NaN, 0.5, 0.5});
    assertThatThrownBy(mixture::classProbabilities)
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("their sum is NaN");
  }

  /** Two components in a hundred are so far out that mean and deviation say nothing of the rest. */
  @ParameterizedTest
  @ValueSource(doubles = {9e3, 9e64, 9e84, 9e114, 9e200, 1e308})
  void quantilesUnderExtremeTails(double far) {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {1.0}, 0, 0.0, 1.0);
    mixture.reserve(3);
    double[] weight = {0.01, 0.98, 0.01};
    double[] fk = {-far, 0.0, far};
    System.arraycopy(weight, 0, mixture.weight, 0, 3);
    System.arraycopy(fk, 0, mixture.fk, 0, 3);
    assertThat(mixture.quantile(0.5)).isEqualTo(0.0, Offset.offset(1e-9));
    assertThat(mixture.quantile(0.25)).isEqualTo(-0.6906334541127065, Offset.offset(1e-9));
    assertThat(mixture.quantile(0.75)).isEqualTo(0.6906334541127065, Offset.offset(1e-9));
    assertThat(mixture.quantile(0.995) / far).isEqualTo(1.0, Offset.offset(1e-3));
    assertThat(mixture.quantile(0.005) / far).isEqualTo(-1.0, Offset.offset(1e-3));
  }

  /** Quantiles of a positive target are right relative to themselves, however near to zero. */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.2, 2.0, 50.0})
  void smallQuantilesOfAPositiveTarget(double shape) {
    Mixture mixture =
        new Mixture(Specs.likelihood("gamma(identity)"), new double[] {shape}, 0, 0.0, 3.0);
    mixture.reserve(2);
    mixture.weight[0] = 0.5;
    mixture.weight[1] = 0.5;
    mixture.fk[0] = 1.0;
    mixture.fk[1] = 2.0;
    for (double p : new double[] {1e-4, 0.01, 0.3, 0.9}) {
      double quantile = mixture.quantile(p);
      assertThat(quantile).isPositive();
      assertThat(mixture.cdf(quantile) / p).as("%s", p).isEqualTo(1.0, Offset.offset(1e-9));
    }
  }

  /** A support that begins at 1: the smallest distances from there are lost in rounding. */
  @Test
  void quantilesOfASupportThatDoesNotBeginAtZero() {
    Likelihood likelihood = Specs.likelihood("warped(softplus > exp)");
    Mixture mixture = new Mixture(likelihood, new double[] {0.3}, 0, 0.0, 1.0);
    mixture.reserve(3);
    System.arraycopy(new double[] {0.2, 0.7, 0.1}, 0, mixture.weight, 0, 3);
    System.arraycopy(new double[] {1.0, 4.0, 7.0}, 0, mixture.fk, 0, 3);
    for (double p : new double[] {1e-9, 0.01, 0.05, 0.25, 0.5, 0.99}) {
      assertThat(mixture.cdf(mixture.quantile(p)) / p)
          .as("%s", p)
          .isEqualTo(1, Offset.offset(1e-9));
    }
  }

  /**
   * Proportions that lie next to 0 or next to 1: the quantile between them and the end is found
   * without halving the way there bit by bit, each time over all components.
   */
  @Test
  void quantilesNextToTheEndsOfASupportAreFoundSoon() {
    int[] asked = {0};
    Mixture mixture = new Mixture(counting("beta", asked), new double[] {9.4}, 0, 0.0, 1.0);
    mixture.reserve(2);
    mixture.weight[0] = 0.6;
    mixture.weight[1] = 0.4;
    mixture.fk[0] = -7000;
    mixture.fk[1] = 7000;
    for (double p : new double[] {0.01, 0.5, 0.59, 0.61, 0.99}) {
      asked[0] = 0;
      assertThat(mixture.quantile(p)).isEqualTo(p < 0.6 ? Double.MIN_VALUE : 1.0);
      assertThat(asked[0]).as("%s", p).isLessThan(12);
    }
  }

  /** A likelihood that counts how often it is asked for distribution functions. */
  private static Likelihood counting(String text, int[] asked) {
    Likelihood likelihood = Specs.likelihood(text);
    return (Likelihood)
        Proxy.newProxyInstance(
            MixtureTest.class.getClassLoader(),
            new Class<?>[] {Likelihood.class},
            (proxy, method, arguments) -> {
              asked[0] += method.getName().equals("cdf") ? 1 : 0;
              return method.invoke(likelihood, arguments);
            });
  }

  @Test
  void quantilesBeyondTheDoublesAreInfinite() {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {1.0}, 0, 0.0, 1.0);
    mixture.reserve(2);
    mixture.weight[0] = 0.5;
    mixture.weight[1] = 0.5;
    mixture.fk[1] = Double.POSITIVE_INFINITY;
    assertThat(mixture.quantile(0.25)).isEqualTo(0.0, Offset.offset(1e-9));
    assertThat(mixture.quantile(0.75)).isEqualTo(Double.POSITIVE_INFINITY);
    mixture.fk[1] = Double.NaN;
    assertThatThrownBy(() -> mixture.quantile(0.5)).hasMessageContaining("quantile 0.5");
  }

  @Test
  void largeCounts() {
    Mixture mixture =
        new Mixture(Specs.likelihood("poisson(identity)"), new double[0], 0, 0.0, 1.0);
    mixture.reserve(1);
    mixture.weight[0] = 1.0;
    for (double rate : new double[] {0.3, 7.0, 1e6, 3e9, 1e14, 1e20}) {
      mixture.fk[0] = rate;
      double median = mixture.quantile(0.5);
      assertThat(median).isEqualTo(rate, Offset.offset(1.0 + 1e-12 * rate));
      assertThat(mixture.cdf(median)).isGreaterThanOrEqualTo(0.5);
      assertThat(mixture.cdf(Math.nextDown(median) - 1)).isLessThan(0.5);
    }
  }

  @Test
  void crpsIsThatOfAGaussianMixture() {
    Mixture mixture = new Mixture(new GaussianLikelihood(), new double[] {0.25}, 0, 1.0, 2.0);
    mixture.reserve(3);
    double[] weight = {0.2, 0.5, 0.3};
    double[] fk = {-3.0, 0.0, 1.5};
    System.arraycopy(weight, 0, mixture.weight, 0, 3);
    System.arraycopy(fk, 0, mixture.fk, 0, 3);
    for (double y : new double[] {-20, -5, 1, 2.5, 9}) {
      double expected = 0; // Grimit et al. (2006): Σ w A(y − μ, σ²) − ½ Σ Σ w w′ A(μ − μ′, 2σ²)
      for (int i = 0; i < 3; i++) {
        expected += weight[i] * folded(y - 1 - 2 * fk[i], 1.0);
        for (int j = 0; j < 3; j++) {
          expected -= 0.5 * weight[i] * weight[j] * folded(2 * fk[i] - 2 * fk[j], Math.sqrt(2));
        }
      }
      double range = mixture.quantile(0.75) - mixture.quantile(0.25);
      assertThat(mixture.crps(y)).isEqualTo(expected, Offset.offset(1e-6 * range));
    }
  }

  /** E|N(mean, sd²)|. */
  private static double folded(double mean, double sd) {
    double z = mean / sd;
    return mean * (2 * Scalars.normalCdf(z) - 1) + 2 * sd * Math.exp(Scalars.normalLogPdf(z));
  }

  /** Levels need not be in order; quantiles that are stay as they are. */
  @Test
  void quantilesThatRoundingTurnedRoundAreInOrder() {
    double[] levels = {0.5, 0.025, 0.25, 0.975};
    double[] quantiles = {-395.852, -409.0, -395.851, 3.9e10};
    Mixture.putInOrder(levels, quantiles);
    assertThat(quantiles).containsExactly(-395.851, -409.0, -395.851, 3.9e10);
  }
}
