package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.spec.Specs;
import io.github.tgp4j.train.TrainingPlan;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeepGpTest {
  private static final TrainingPlan SHORT =
      TrainingPlan.ofSteps(60).withLearningRate(0.02).withNaturalStep(0.1);

  private record Rows(double[][] x, double[] y) {}

  private static Rows rows(int n, int columns, Function<double[], Double> f, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.doubles(columns, -1, 1).toArray();
      y[i] = f.apply(x[i]) + 0.05 * random.nextGaussian();
    }
    return new Rows(x, y);
  }

  private static Rows waves(int n, long seed) {
    return rows(n, 2, x -> Math.sin(4 * x[0]) + x[1], seed);
  }

  private static DeepGp builder() {
    return DeepGp.builder().plan(SHORT).inducing(12).threads(1).samples(20);
  }

  /** A stationary covariance cannot be both flat and steep; a deep GP warps the input first. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void beatsTheSparseGpOnAStep(int layers) {
    Rows train = rows(120, 1, x -> x[0] < 0.1 ? -1.0 : 1.0, 1);
    Rows test = rows(200, 1, x -> x[0] < 0.1 ? -1.0 : 1.0, 2);
    TrainingPlan plan = TrainingPlan.ofSteps(1200).withLearningRate(0.02).withNaturalStep(0.1);
    TgpModel sparse = Tgp.builder().inducing(15).plan(plan).threads(1).fit(train.x, train.y);
    // seeds differ by more than a nat, and some end where the plain GP does
    DeepModel deep =
        builder().layers(layers).inducing(15).plan(plan).samples(100).seed(3).fit(train.x, train.y);
    double sparseLoss = LogScore.meanNegative(sparse.predict(test.x).logDensity(test.y));
    double deepLoss = LogScore.meanNegative(deep.predict(test.x).logDensity(test.y));
    assertThat(deepLoss).isLessThan(sparseLoss - 0.1);
    assertThat(deep.architecture().layers()).isEqualTo(layers);
  }

  @Test
  void summariesAreOfOneDistribution() {
    Rows train = waves(60, 3);
    DeepModel model = builder().layers(3).fit(train.x, train.y);
    Prediction p = model.predict(new double[][] {{0.2, -0.4}, {3, 3}});
    for (double level : new double[] {0.001, 0.2, 0.5, 0.9, 0.9999}) {
      assertThat(p.cdf(p.quantile(level)))
          .containsExactly(new double[] {level, level}, within(1e-9));
    }
    double[] total = new double[2];
    double[] first = new double[2];
    double[] second = new double[2];
    double[] mean = p.mean();
    double[] low = p.quantile(1e-12);
    double[] high = p.quantile(1 - 1e-12);
    int steps = 4000;
    for (int k = 0; k <= steps; k++) {
      double[] y = new double[2];
      for (int i = 0; i < 2; i++) {
        y[i] = low[i] + (high[i] - low[i]) * k / steps;
      }
      double[] log = p.logDensity(y);
      for (int i = 0; i < 2; i++) {
        double mass = Math.exp(log[i]) * (high[i] - low[i]) / steps;
        total[i] += mass;
        first[i] += mass * y[i];
        second[i] += mass * (y[i] - mean[i]) * (y[i] - mean[i]);
      }
    }
    assertThat(total).containsExactly(new double[] {1, 1}, within(1e-6));
    assertThat(first).containsExactly(mean, within(1e-6));
    assertThat(second).containsExactly(p.variance(), within(1e-6));
    assertThat(p.latentVariance(0)[1]).isGreaterThan(p.latentVariance(0)[0]);
    double[][] draws = p.sample(20_000, 5);
    for (int i = 0; i < 2; i++) {
      double sd = p.standardDeviation()[i];
      assertThat(Arrays.stream(draws[i]).average().orElseThrow())
          .isCloseTo(mean[i], within(4 * sd / Math.sqrt(20_000)));
    }
  }

  @Test
  void aRowsPredictionDoesNotDependOnTheOthers() {
    Rows train = waves(50, 3);
    DeepModel model = builder().fit(train.x, train.y);
    double[] whole = model.predict(train.x).mean();
    double[] slice = model.predict(Arrays.copyOfRange(train.x, 30, 50)).mean();
    assertThat(slice).containsExactly(Arrays.copyOfRange(whole, 30, 50), within(1e-9));
    assertThat(model.predict(new double[0][]).mean()).isEmpty();
  }

  @Test
  void threadsAndRunsChangeNothing() {
    Rows train = waves(600, 4);
    TrainingPlan plan = SHORT.withBatchSize(300).withSteps(15);
    double[] one = builder().plan(plan).fit(train.x, train.y).predict(train.x).mean();
    double[] three = builder().plan(plan).threads(3).fit(train.x, train.y).predict(train.x).mean();
    assertThat(three).isEqualTo(one);
    double[] other = builder().plan(plan).seed(2).fit(train.x, train.y).predict(train.x).mean();
    assertThat(other).isNotEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 0.1})
  void hiddenPosteriorsLearnEitherWay(double share) {
    Rows train = waves(60, 6);
    double[] bounds = new double[2];
    for (int k = 0; k < 2; k++) {
      TrainingPlan plan = SHORT.withSteps(k == 0 ? 30 : 600);
      bounds[k] =
          builder().hiddenStep(share).plan(plan).fit(train.x, train.y).trainingResult().bound();
    }
    assertThat(bounds[1]).isGreaterThan(bounds[0] + 60);
  }

  @Test
  void manyInputsAreProjected() {
    Rows train = rows(80, 20, x -> x[0] + x[1], 7);
    DeepModel model = builder().layers(3).plan(SHORT.withSteps(3)).fit(train.x, train.y);
    assertThat(model.parameter("projection-hidden-1")).hasSize(20 * 16);
    assertThat(model.parameterNames()).doesNotContain("projection-hidden-2");
    assertThat(model.parameter("inducing-hidden-2")).hasSize(12 * 16);
    assertThat(model.predict(train.x).mean()).doesNotContain(Double.NaN);
    assertThat(model.toString())
        .isEqualTo(
            "3 layers, 16 hidden units, covariance rbf, likelihood gaussian, 12 inducing points");
    DeepModel narrow = builder().units(2).plan(SHORT.withSteps(3)).fit(train.x, train.y);
    assertThat(narrow.parameter("projection-hidden-1")).hasSize(20 * 2);
  }

  @Test
  void classesAndCountsAndSeveralTargets() {
    Rows train = waves(90, 8);
    double[] classes = Arrays.stream(train.y).map(v -> v < -0.5 ? 0 : v < 0.5 ? 1 : 2).toArray();
    TrainingPlan plan = SHORT.withSteps(400);
    Prediction p =
        builder().likelihood("categorical(3)").plan(plan).fit(train.x, classes).predict(train.x);
    int right = 0;
    int[] most = p.mostProbableClass();
    double[][] probabilities = p.classProbabilities();
    for (int i = 0; i < 90; i++) {
      right += most[i] == (int) classes[i] ? 1 : 0;
      assertThat(Arrays.stream(probabilities[i]).sum()).isCloseTo(1, within(1e-9));
    }
    assertThat(right).isGreaterThan(75);
    double[] counts = Arrays.stream(train.y).map(v -> Math.rint(3 * Math.abs(v))).toArray();
    Prediction q = builder().likelihood("poisson").fit(train.x, counts).predict(train.x);
    double[] median = q.median();
    double[] below = Arrays.stream(median).map(v -> v - 1).toArray();
    assertThat(Arrays.stream(q.cdf(median)).min().orElseThrow()).isGreaterThanOrEqualTo(0.5);
    assertThat(Arrays.stream(q.cdf(below)).max().orElseThrow()).isLessThan(0.5);
    Matrix two = Matrix.zeros(90, 2);
    for (int i = 0; i < 90; i++) {
      two.set(i, 0, train.y[i]);
      two.set(i, 1, 100 - train.y[i]);
    }
    DeepModel model = builder().plan(plan).fit(Matrix.of(train.x), two);
    double[] first = model.predictAll(Matrix.of(train.x)).get(0).mean();
    double[] second = model.predictAll(Matrix.of(train.x)).get(1).mean();
    for (int i = 0; i < 90; i++) {
      assertThat(second[i]).isCloseTo(100 - first[i], within(0.4));
    }
    assertThatThrownBy(() -> model.predict(train.x)).hasMessageContaining("use predictAll");
  }

  /** A detection limit is in the targets' units, as everything a user gives. */
  @Test
  void limitsOfALikelihoodAreRescaled() {
    Rows train = waves(40, 10);
    double[] y = Arrays.stream(train.y).map(v -> Math.max(50, 100 * (v + 2))).toArray();
    DeepModel model =
        builder().likelihood(WarpedLikelihood.censored(Specs.flow("softplus"), 50)).fit(train.x, y);
    WarpedLikelihood fitted =
        (WarpedLikelihood) model.architecture().last().outputs().get(0).likelihood();
    double scale = model.targetScaling().scale()[0];
    assertThat(scale).isGreaterThan(10);
    assertThat(fitted.censor() * scale).isCloseTo(50, within(1e-9));
  }

  @Test
  void validationKeepsTheBestState() {
    Rows train = waves(80, 9);
    DeepModel model = builder().validation(0.25).plan(SHORT.withSteps(200)).fit(train.x, train.y);
    assertThat(model.trainingResult().validation()).isFinite();
  }

  @Test
  void refusesWhatItCannotUse() {
    Rows train = waves(10, 1);
    refuses("layers: expected at least 2 but got 1; use Tgp for one", () -> builder().layers(1));
    refuses("units: expected at least 1 but got 0", () -> builder().units(0));
    refuses("samples: expected at least 1 but got 0", () -> builder().samples(0));
    refuses("inducing points: expected at least 1 but got -1", () -> builder().inducing(-1));
    refuses(
        "white noise: expected a finite variance above 0 but got NaN",
        () -> builder().whiteNoise(Double.NaN));
    refuses(
        "hidden step: expected 0 ≤ share ≤ 1 but got NaN", () -> builder().hiddenStep(Double.NaN));
    refuses("validation share: expected 0 ≤ share < 1 but got 1.0", () -> builder().validation(1));
    refuses(
        "targets: expected 10, one per row of x, but got 3",
        () -> builder().fit(train.x, new double[3]));
    refuses(
        "x: row 0, column 1: expected a finite number but got NaN; drop or impute the row",
        () -> builder().fit(new double[][] {{1, Double.NaN}}, new double[1]));
    refuses(
        "y: row 1, column 0: expected 0 or 1 but got 2 (likelihood bernoulli(probit))",
        () -> builder().likelihood("bernoulli").fit(new double[2][1], new double[] {0, 2}));
    DeepModel model = builder().plan(SHORT.withSteps(2)).fit(train.x, train.y);
    refuses(
        "x: expected 2 columns, as in training, but got 3", () -> model.predict(new double[1][3]));
  }

  private static void refuses(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  /** One row, equal rows, constant targets: a sound fit or a clear error, never NaN. */
  @Test
  void degenerateDataFit() {
    double[][] equal = new double[5][3];
    for (double[][] x : new double[][][] {{{1, 2, 3}}, equal}) {
      double[] y = new double[x.length];
      Arrays.fill(y, 7.0);
      Prediction p = builder().layers(3).plan(SHORT).fit(x, y).predict(x);
      assertThat(p.mean()[0]).isCloseTo(7.0, within(1.0));
      assertThat(p.interval(0.9).upper()[0]).isFinite();
    }
  }
}
