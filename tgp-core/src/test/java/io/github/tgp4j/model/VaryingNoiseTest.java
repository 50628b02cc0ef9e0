package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise that depends on the input, from the fit to the prediction. */
class VaryingNoiseTest {
  private static final int N = 400;
  private static final double[][] X = inputs(N, 1);
  private static final double[] Y = targets(X, 2);
  private static final double[][] NEW = inputs(300, 3);
  private static final double[] NEW_Y = targets(NEW, 4);

  private static double[][] inputs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][1];
    Arrays.setAll(x, i -> new double[] {random.nextDouble(-2, 2)});
    return x;
  }

  private static double deviation(double x) {
    return 5 * Math.exp(0.8 * x - 1);
  }

  private static double[] targets(double[][] x, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Arrays.stream(x)
        .mapToDouble(
            row -> 30 + 10 * Math.sin(2 * row[0]) + deviation(row[0]) * random.nextGaussian())
        .toArray();
  }

  private static Tgp builder(String likelihood) {
    return Tgp.builder()
        .likelihood(likelihood)
        .inducing(15)
        .weightPrecision(10)
        .threads(1)
        .plan(TrainingPlan.ofSteps(300).withLearningRate(0.05).withNaturalStep(0.3));
  }

  private static double score(Prediction prediction, double[] y) {
    return Arrays.stream(prediction.logDensity(y)).average().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(noise=gp)",
        "gaussian(noise @ mlp(10, tanh))",
        "gaussian(noise @ mlp(10, tanh, dropout=0.1))",
        "student-t(30, noise=gp)"
      })
  void findsTheCourseOfTheNoise(String likelihood) {
    double plain = score(Tgp.builder().inducing(15).threads(1).fit(X, Y).predict(NEW), NEW_Y);
    TgpModel model = builder(likelihood).fit(X, Y);
    assertThat(score(model.predict(NEW), NEW_Y)).isGreaterThan(plain + 0.15);
    double[][] places = {{-1.5}, {-0.5}, {0.5}, {1.5}};
    double[] found = model.predict(places).standardDeviation();
    for (int i = 0; i < places.length; i++) {
      double expected = deviation(places[i][0]);
      assertThat(found[i]).isBetween(0.7 * expected, 1.45 * expected);
    }
  }

  /** Density, distribution function, moments and draws of one distribution must agree. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "identity; gaussian(noise=gp)",
        "sal(1); gaussian(noise=gp)",
        "identity; student-t(6, noise=gp)",
        "sal(1) @ mlp(5, tanh, dropout=0.2); gaussian(noise=gp)",
        "identity; gaussian(noise @ mlp(5, tanh, dropout=0.2))",
        "sal(1); gaussian(noise @ mlp(5, tanh, dropout=0.2))",
        "sal(1) @ mlp(5, tanh); laplace(noise @ mlp(5, tanh))"
      })
  void predictsOneDistribution(String texts) {
    String[] parts = texts.split("; ");
    TgpModel model =
        builder(parts[1])
            .flow(parts[0])
            .networkSamples(1, 10)
            .plan(TrainingPlan.ofSteps(40).withNaturalStep(0.3))
            .fit(X, Y);
    Distribution row = model.predict(new double[][] {{0.7}}).row(0);
    double mass = 0;
    double first = 0;
    double second = 0;
    double step = 0.01;
    for (double y = -300; y < 400; y += step) {
      double p = Math.exp(row.logDensity(y)) * step;
      mass += p;
      first += p * y;
      second += p * y * y;
    }
    assertThat(mass).isCloseTo(1, within(2e-3));
    assertThat(row.mean()).isCloseTo(first, within(0.05));
    assertThat(row.variance()).isCloseTo(second - first * first, within(0.03 * row.variance()));
    assertThat(row.cdf(row.quantile(0.9))).isCloseTo(0.9, within(1e-6));
    double[] draws = row.sample(20_000, 5);
    double below = Arrays.stream(draws).filter(y -> y <= row.quantile(0.25)).count() / 20_000.0;
    assertThat(below).isCloseTo(0.25, within(0.02));
  }

  @Test
  void startsFromThePlainGp() {
    TrainingPlan still = TrainingPlan.ofSteps(1).withLearningRate(1e-9).withNaturalStep(1e-6);
    double plain =
        Tgp.builder()
            .inducing(15)
            .plan(TrainingPlan.collapsed(100))
            .threads(1)
            .fit(X, Y)
            .trainingResult()
            .bound();
    double network =
        builder("gaussian(noise @ mlp(5, tanh))").plan(still).fit(X, Y).trainingResult().bound();
    assertThat(network).isCloseTo(plain, within(20.0));
    TgpModel process = builder("gaussian(noise=gp)").plan(still).fit(X, Y);
    for (double h : process.predict(NEW).latentMean(1)) {
      assertThat(h).isCloseTo(0, within(1e-4));
    }
    assertThat(process.parameter("covariance-0.lengthscales"))
        .isNotEqualTo(process.parameter("covariance-1.lengthscales"));
  }

  @Test
  void latentsShareACovarianceOnlyWhenAsked() {
    Tgp builder = builder("gaussian(noise=gp)").plan(TrainingPlan.ofSteps(3));
    assertThat(builder.fit(X, Y).architecture().groups()).hasSize(2);
    assertThat(builder.shared(true).fit(X, Y).architecture().groups()).hasSize(1);
  }

  @Test
  void otherModelsRefuseIt() {
    assertThatThrownBy(() -> DeepGp.builder().likelihood("gaussian(noise=gp)"))
        .hasMessageContaining("use Tgp");
    assertThatThrownBy(() -> TransformedPriorGp.builder().likelihood("laplace(noise=gp)"))
        .hasMessageContaining("use Tgp");
  }
}
