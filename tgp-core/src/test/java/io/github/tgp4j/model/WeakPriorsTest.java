package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WeakPriorsTest {
  private static final int N = 40;
  private static final double[][] X = new double[N][10];
  private static final double[] Y = new double[N];

  static { // few rows, of which one column of ten tells anything
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      for (int d = 0; d < 10; d++) {
        X[i][d] = random.nextGaussian();
      }
      Y[i] = X[i][0] + 0.5 * random.nextGaussian();
    }
  }

  private static Tgp builder() {
    return Tgp.builder().inducing(20).plan(TrainingPlan.collapsed(150));
  }

  @Test
  void aPlainGpHasThemUnlessItIsGivenOthersOrToldNot() {
    assertThat(builder().fit(X, Y).priors().names())
        .containsExactly(
            "covariance.variance", "covariance.lengthscales", "likelihood.noise-variance");
    assertThat(builder().weakPriors(false).fit(X, Y).priors().isEmpty()).isTrue();
    assertThat(builder().priors("covariance.variance ~ gamma(2, 1)").fit(X, Y).priors().names())
        .containsExactly("covariance.variance");
    assertThat(
            Tgp.builder()
                .flow("sal(1)")
                .inducing(5)
                .plan(TrainingPlan.ofSteps(2))
                .fit(X, Y)
                .priors()
                .isEmpty())
        .isTrue();
  }

  @Test
  void theyReachEveryPartOfASum() {
    assertThat(builder().covariance("rbf + linear").fit(X, Y).priors().toString())
        .contains("rbf.lengthscales ~ lognormal(2.15")
        .contains("linear.variances ~ gamma(1, 10)");
  }

  /** Forty rows and ten columns: without priors the GP takes much of the noise for signal. */
  @Test
  void fewRowsPredictBetterWithThem() {
    assertThat(score(builder())).isGreaterThan(score(builder().weakPriors(false)) + 0.02);
  }

  /** The mean log density of fresh rows. */
  private static double score(Tgp builder) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] x = new double[200][10];
    double[] y = new double[200];
    for (int i = 0; i < y.length; i++) {
      for (int d = 0; d < 10; d++) {
        x[i][d] = random.nextGaussian();
      }
      y[i] = x[i][0] + 0.5 * random.nextGaussian();
    }
    return Arrays.stream(builder.fit(X, Y).predict(x).logDensity(y)).average().orElseThrow();
  }
}
