package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.LatentMarginals;
import io.github.tgp4j.mixture.MixturePrediction;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fitted models: what a prediction says about itself must agree with itself and with the data. */
class TgpTest {
  private static final int N = 80;
  private static final TrainingPlan SHORT = TrainingPlan.ofSteps(60);

  /** Rows (x1, x2) of a square. */
  private static double[][] inputs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][2];
    for (double[] row : x) {
      row[0] = random.nextDouble(-2, 2);
      row[1] = random.nextDouble(10, 14);
    }
    return x;
  }

  private static double signal(double[] row) {
    return Math.sin(2 * row[0]) + 0.3 * (row[1] - 12);
  }

  /** Skewed targets around 100 in units of 5; counts, proportions or positive ones where asked. */
  private static double[] targets(String likelihood, double[][] x) {
    SplittableRandom random = new SplittableRandom(99);
    return Arrays.stream(x)
        .mapToDouble(
            row -> {
              double f = signal(row) + 0.3 * random.nextGaussian();
              if (likelihood.startsWith("poisson") || likelihood.startsWith("negative")) {
                return Math.floor(Math.exp(1 + f) + random.nextDouble());
              }
              if (likelihood.startsWith("beta")) {
                return 1 / (1 + Math.exp(-f));
              }
              if (likelihood.startsWith("gamma")) {
                return 5 * Math.exp(f);
              }
              if (likelihood.startsWith("volatility")) {
                return Math.exp(signal(row)) * random.nextGaussian();
              }
              return 100 + 5 * Math.exp(0.6 * f);
            })
        .toArray();
  }

  private static Tgp builder(String flow, String likelihood) {
    return Tgp.builder().flow(flow).likelihood(likelihood).inducing(12).plan(SHORT).threads(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "identity          | gaussian",
        "sal(2)            | gaussian",
        "sal(1) > softplus | gaussian",
        "tanh-sum(2)       | student-t(6)",
        "sinh-arcsinh      | laplace",
        "identity          | gamma",
        "identity          | beta",
        "exp               | volatility"
      })
  void continuousPrediction(String flow, String likelihood) {
    double[][] x = inputs(N, 1);
    TgpModel model = builder(flow, likelihood).fit(x, targets(likelihood, x));
    Prediction p = model.predict(inputs(3, 2));
    quantilesInvertTheCdf(p);
    momentsAreThoseOfTheDensity(p, likelihood.equals("volatility") ? 2e-2 : 1e-3);
    samplesAgree(p);
    median(p);
  }

  private static void quantilesInvertTheCdf(Prediction p) {
    for (double level : new double[] {1e-6, 0.01, 0.5, 0.9, 0.999}) {
      for (double at : p.cdf(p.quantile(level))) {
        assertThat(at).isCloseTo(level, within(1e-9));
      }
    }
  }

  private static void median(Prediction p) {
    Band band = p.interval(0.5);
    double[] median = p.median();
    for (int i = 0; i < p.rows(); i++) {
      assertThat(median[i]).isStrictlyBetween(band.lower()[i], band.upper()[i]);
    }
    assertThat(p.standardDeviation())
        .containsExactly(DoubleStream.of(p.variance()).map(Math::sqrt).toArray(), within(1e-9));
  }

  /** ∫ p = 1, ∫ y·p = mean, ∫ (y − mean)²·p = variance, over quantiles 1e-9 to 1 − 1e-9. */
  private static void momentsAreThoseOfTheDensity(Prediction p, double tolerance) {
    double[] low = p.quantile(1e-9);
    double[] high = p.quantile(1 - 1e-9);
    double[] mean = p.mean();
    double[] variance = p.variance();
    int steps = 2000;
    double[] y = new double[p.rows()];
    double[][] sums = new double[3][p.rows()];
    for (int s = 0; s < steps; s++) {
      // points crowd towards the middle: y = centre + half·t³ with t even in (−1, 1)
      double t = (2 * s + 1.0) / steps - 1;
      for (int i = 0; i < y.length; i++) {
        double reach = t < 0 ? mean[i] - low[i] : high[i] - mean[i];
        y[i] = mean[i] + reach * t * t * t;
      }
      double[] log = p.logDensity(y);
      for (int i = 0; i < y.length; i++) {
        double reach = t < 0 ? mean[i] - low[i] : high[i] - mean[i];
        double mass = Math.exp(log[i]) * reach * 3 * t * t * 2 / steps;
        sums[0][i] += mass;
        sums[1][i] += mass * y[i];
        sums[2][i] += mass * (y[i] - mean[i]) * (y[i] - mean[i]);
      }
    }
    for (int i = 0; i < y.length; i++) {
      double sd = Math.sqrt(variance[i]);
      assertThat(sums[0][i]).as("total mass").isCloseTo(1.0, within(1e-6));
      assertThat(sums[1][i]).as("mean").isCloseTo(mean[i], within(1e-4 * sd));
      assertThat(sums[2][i]).as("variance").isCloseTo(variance[i], within(tolerance * sd * sd));
    }
  }

  private static void samplesAgree(Prediction p) {
    double[][] draws = p.sample(4000, 5);
    assertThat(p.sample(4000, 5)).as("seeded").isDeepEqualTo(draws);
    double[] low = p.quantile(0.1);
    double[] high = p.quantile(0.9);
    double[] mean = p.mean();
    double[] sd = p.standardDeviation();
    for (int i = 0; i < p.rows(); i++) {
      double a = low[i];
      double b = high[i];
      double inside = Arrays.stream(draws[i]).filter(y -> y >= a && y <= b).count() / 4000.0;
      assertThat(inside).isCloseTo(0.8, within(0.03));
      double average = Arrays.stream(draws[i]).average().orElseThrow();
      assertThat(average).isCloseTo(mean[i], within(0.1 * sd[i]));
    }
  }

  /** The mixture's components would not overlap on the coarse grid. */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.1})
  void smallNoiseRefinesTheGrid(double ratio) {
    io.github.tgp4j.variational.SmallModel model =
        io.github.tgp4j.variational.SmallModel.of("rbf", "sal(1)", "gaussian", Matrix.zeros(1, 1))
            .set("likelihood.noise-variance", ratio * ratio);
    Prediction p =
        new MixturePrediction(
            new OutputPredictive(model.architecture, model.parameters.value(), 0, Scaling.none(1)),
            Matrix.zeros(1, 1),
            LatentMarginals.of(new double[][] {{0.3}}, new double[][] {{1.0}}));
    momentsAreThoseOfTheDensity(p, 1e-6);
    quantilesInvertTheCdf(p);
    double total = 1 + ratio * ratio; // at its start the flow is the identity
    for (double y : new double[] {-2.0, 0.3, 0.31, 1.7}) {
      double exact = -0.5 * (Math.log(2 * Math.PI * total) + (y - 0.3) * (y - 0.3) / total);
      assertThat(p.logDensity(new double[] {y})[0]).isCloseTo(exact, within(1e-6));
    }
  }

  @Test
  void fitsBetterThanTheMean() {
    double[][] x = inputs(150, 1);
    double[] y = targets("gaussian", x);
    TgpModel model = builder("sal(2)", "gaussian").plan(TrainingPlan.ofSteps(200)).fit(x, y);
    double[] mean = model.predict(x).mean();
    double average = Arrays.stream(y).average().orElseThrow();
    double rest = 0;
    double total = 0;
    for (int i = 0; i < y.length; i++) {
      rest += Math.pow(y[i] - mean[i], 2);
      total += Math.pow(y[i] - average, 2);
    }
    assertThat(rest / total).isLessThan(0.35);
    Band band = model.predict(x).interval(0.9);
    double covered =
        IntStream.range(0, y.length)
            .filter(i -> y[i] >= band.lower()[i] && y[i] <= band.upper()[i])
            .count();
    assertThat(covered / y.length).isBetween(0.8, 0.99);
    assertThat(model.trainingResult().bound()).isFinite();
    assertThat(model)
        .hasToString("covariance rbf, flow sal(2), likelihood gaussian, 12 inducing points");
  }

  /** Units do not matter: y in cents instead of euros, x in millimetres. */
  @Test
  void unitsDoNotMatter() {
    double[][] x = inputs(N, 1);
    double[] y = targets("gaussian", x);
    double[][] millimetres =
        Arrays.stream(x).map(r -> new double[] {1024 * r[0], r[1]}).toArray(double[][]::new);
    double[] cents = DoubleStream.of(y).map(v -> 128 * v).toArray();
    Prediction one = builder("sal(1)", "gaussian").fit(x, y).predict(x);
    Prediction other = builder("sal(1)", "gaussian").fit(millimetres, cents).predict(millimetres);
    double[] expected = DoubleStream.of(one.quantile(0.2)).map(v -> 128 * v).toArray();
    assertThat(other.quantile(0.2)).containsExactly(expected, within(1e-4));
    double[] logs = DoubleStream.of(one.logDensity(y)).map(v -> v - Math.log(128)).toArray();
    assertThat(other.logDensity(cents)).containsExactly(logs, within(1e-5));
  }

  @Test
  void pathsHaveTheMarginals() {
    double[][] x = inputs(N, 1);
    TgpModel model = builder("sal(1)", "gaussian").fit(x, targets("gaussian", x));
    Matrix news = Matrix.of(inputs(4, 3));
    Prediction p = model.predict(news);
    double[][] paths = model.samplePaths(news, 4000, 7);
    double[][] targets = model.sampleTargets(news, 4000, 7);
    assertThat(model.samplePaths(news, 4000, 7)).as("seeded").isDeepEqualTo(paths);
    for (int i = 0; i < 4; i++) {
      int row = i;
      double[] path = Arrays.stream(paths).mapToDouble(k -> k[row]).toArray();
      double[] target = Arrays.stream(targets).mapToDouble(k -> k[row]).toArray();
      double sd = p.standardDeviation()[i];
      assertThat(Arrays.stream(path).average().orElseThrow())
          .isCloseTo(p.mean()[i], within(0.1 * sd));
      assertThat(Arrays.stream(target).average().orElseThrow())
          .isCloseTo(p.mean()[i], within(0.1 * sd));
      assertThat(deviation(target)).isCloseTo(sd, within(0.1 * sd));
      assertThat(deviation(path)).as("no noise").isLessThan(deviation(target));
    }
  }

  /** Dry days: softplus does not reach 0, but noise does. */
  @Test
  void startsFromDataThatTheFlowDoesNotReach() {
    double[][] x = inputs(N, 1);
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      y[i] = Math.max(0.0, Math.sin(3 * x[i][0]));
    }
    TgpModel model =
        builder("sal(1) > softplus", "gaussian").flowStart(Tgp.FlowStart.DATA).fit(x, y);
    assertThat(DoubleStream.of(model.predict(x).mean()).min().orElseThrow()).isPositive();
  }

  /** Neighbours on a path differ less than independent draws would. */
  @Test
  void pathsAreFunctions() {
    double[][] x = inputs(40, 1);
    TgpModel model = builder("identity", "gaussian").fit(x, targets("gaussian", x));
    Matrix close = Matrix.of(new double[][] {{3.0, 12}, {3.001, 12}});
    for (double[] path : model.samplePaths(close, 50, 1)) {
      assertThat(path[0]).isCloseTo(path[1], within(0.05));
    }
    assertThat(
            deviation(
                Arrays.stream(model.samplePaths(close, 500, 1)).mapToDouble(p -> p[0]).toArray()))
        .isGreaterThan(0.5);
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"poisson", "negative-binomial", "poisson(softplus)"})
  void counts(String likelihood) {
    double[][] x = inputs(N, 1);
    Prediction p =
        builder("identity", likelihood).fit(x, targets(likelihood, x)).predict(inputs(6, 2));
    for (double level : new double[] {0.025, 0.5, 0.975}) {
      double[] quantile = p.quantile(level);
      double[] below = DoubleStream.of(quantile).map(q -> q - 1).toArray();
      for (int i = 0; i < 6; i++) {
        assertThat(quantile[i]).isEqualTo(Math.rint(quantile[i])).isGreaterThanOrEqualTo(0.0);
        assertThat(p.cdf(quantile)[i]).isGreaterThanOrEqualTo(level - 1e-12);
        assertThat(p.cdf(below)[i]).isLessThan(level);
      }
    }
    double[] total = new double[6];
    double[] mean = new double[6];
    for (int k = 0; k < 2000; k++) {
      double[] y = new double[6];
      Arrays.fill(y, k);
      double[] log = p.logDensity(y);
      for (int i = 0; i < 6; i++) {
        total[i] += Math.exp(log[i]);
        mean[i] += k * Math.exp(log[i]);
      }
    }
    for (int i = 0; i < 6; i++) {
      assertThat(total[i]).isCloseTo(1.0, within(1e-6));
      assertThat(mean[i]).isCloseTo(p.mean()[i], within(1e-3 * p.mean()[i]));
    }
    assertThat(p.logDensity(new double[] {1.5, -1, 0, 1, 2, 3}))
        .startsWith(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY)
        .doesNotContain(Double.NaN);
  }

  @Test
  void valuesOutsideTheSupportHaveNoDensity() {
    double[][] x = inputs(N, 1);
    Prediction gamma =
        builder("identity", "gamma").fit(x, targets("gamma", x)).predict(inputs(2, 2));
    double[] y = {-1.0, 0.0};
    assertThat(gamma.logDensity(y)).containsOnly(Double.NEGATIVE_INFINITY);
    assertThat(gamma.cdf(y)).containsOnly(0.0);
    Prediction beta = builder("identity", "beta").fit(x, targets("beta", x)).predict(inputs(2, 2));
    assertThat(beta.logDensity(new double[] {-0.5, 1.5})).containsOnly(Double.NEGATIVE_INFINITY);
    assertThat(beta.cdf(new double[] {-0.5, 1.5})).containsExactly(0.0, 1.0);
    assertThatThrownBy(() -> beta.logDensity(new double[] {0.5, Double.NaN}))
        .hasMessageContaining("row 1: expected a number but got NaN");
    assertThatThrownBy(() -> beta.cdf(new double[] {Double.NaN, 0.5}))
        .hasMessageContaining("row 0: expected a number but got NaN");
  }

  /** Three blobs far apart (two for Bernoulli; for ordinal they lie on a line). */
  @Test
  void classesShareTheCovarianceOfTheirPosteriorsUnlessToldOtherwise() {
    double[][] x = new double[30][1];
    double[] y = new double[30];
    for (int i = 0; i < 30; i++) {
      x[i][0] = i;
      y[i] = i / 10;
    }
    Tgp tgp = builder("identity", "categorical(3)").plan(TrainingPlan.ofSteps(3));
    assertThat(tgp.fit(x, y).posteriors().get(2)).isInstanceOf(SharedPosterior.class);
    tgp.sharedPosterior(false);
    assertThat(tgp.fit(x, y).posteriors().get(2)).isInstanceOf(FullPosterior.class);
    tgp.sharedPosterior(true).diagonalPosterior(true);
    assertThatThrownBy(() -> tgp.fit(x, y)).hasMessageContaining("leave out sharedPosterior(true)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bernoulli         | 2 | identity",
        "bernoulli(logit)  | 2 | sal(1)",
        "categorical(3)    | 3 | identity",
        "categorical(4)    | 4 | sal(1)",
        "ordinal(3)        | 3 | identity"
      })
  void classifiesBlobs(String likelihood, int classes, String flow) {
    SplittableRandom random = new SplittableRandom(6);
    double[][] x = new double[90][2];
    double[] y = new double[90];
    for (int i = 0; i < 90; i++) {
      y[i] = i % classes;
      x[i][0] = 4 * y[i] + 0.4 * random.nextGaussian();
      x[i][1] = random.nextGaussian();
    }
    Prediction p = builder(flow, likelihood).fit(x, y).predict(x);
    double[][] probabilities = p.classProbabilities();
    int[] best = p.mostProbableClass();
    double[] log = p.logDensity(y);
    int right = 0;
    for (int i = 0; i < 90; i++) {
      assertThat(DoubleStream.of(probabilities[i]).sum()).isCloseTo(1.0, within(1e-12));
      assertThat(probabilities[i]).hasSize(classes);
      assertThat(log[i]).isCloseTo(Math.log(probabilities[i][(int) y[i]]), within(1e-9));
      right += best[i] == (int) y[i] ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(88);
    assertThatThrownBy(p::mean).hasMessageContaining("use classProbabilities");
    assertThatThrownBy(() -> p.quantile(0.5)).hasMessageContaining("use classProbabilities");
    double[][] draws = p.sample(300, 1);
    double share = Arrays.stream(draws[0]).filter(v -> v == y[0]).count() / 300.0;
    assertThat(share).isCloseTo(probabilities[0][(int) y[0]], within(0.1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void severalTargets(boolean shared) {
    double[][] x = inputs(N, 1);
    double[] y = targets("gaussian", x);
    Matrix both = Matrix.zeros(N, 2);
    for (int i = 0; i < N; i++) {
      both.set(i, 0, y[i]);
      both.set(i, 1, -1000 * x[i][0]);
    }
    TgpModel model = builder("sal(1)", "gaussian").shared(shared).fit(Matrix.of(x), both);
    Matrix news = Matrix.of(inputs(5, 2));
    List<Prediction> predictions = model.predictAll(news);
    assertThat(predictions).hasSize(2);
    for (int i = 0; i < 5; i++) {
      assertThat(predictions.get(0).mean()[i]).isBetween(95.0, 130.0);
      double sd = predictions.get(1).standardDeviation()[i];
      assertThat(predictions.get(1).mean()[i]).isCloseTo(-1000 * news.get(i, 0), within(6 * sd));
      assertThat(sd).isLessThan(500);
    }
    quantilesInvertTheCdf(predictions.get(1));
    assertThatThrownBy(() -> model.predict(news)).hasMessageContaining("use predictAll");
    assertThatThrownBy(() -> model.samplePaths(news, 1, 1)).hasMessageContaining("one target");
  }

  @ParameterizedTest
  @EnumSource(Tgp.Inducing.class)
  void everyStartOfInducingPoints(Tgp.Inducing start) {
    double[][] x = inputs(N, 1);
    TgpModel model =
        builder("identity", "gaussian")
            .inducing(9, start)
            .plan(TrainingPlan.ofSteps(1).withHold("inducing", 0, 1))
            .fit(x, targets("gaussian", x));
    double[] z = model.parameter("inducing");
    double[] rows = model.inputScaling().apply(Matrix.of(x)).data;
    long ofRows =
        Arrays.stream(z).filter(v -> Arrays.stream(rows).anyMatch(row -> row == v)).count();
    assertThat(z).hasSize(18).doesNotHaveDuplicates();
    if (start == Tgp.Inducing.K_MEANS) {
      assertThat(ofRows).as("coordinates of means of several rows").isLessThan(18);
    } else {
      assertThat(ofRows).as("coordinates of rows themselves").isEqualTo(18);
    }
    double closest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < i; j++) {
        closest = Math.min(closest, Math.hypot(z[2 * i] - z[2 * j], z[2 * i + 1] - z[2 * j + 1]));
      }
    }
    if (start == Tgp.Inducing.GREEDY_VARIANCE) {
      assertThat(closest).as("each where the others say least").isGreaterThan(0.4);
    }
  }

  @ParameterizedTest
  @EnumSource(Tgp.FlowStart.class)
  void everyStartOfTheFlow(Tgp.FlowStart start) {
    double[][] x = inputs(N, 1);
    double[] y = Arrays.stream(targets("gaussian", x)).map(v -> Math.exp(2 * v)).toArray();
    TgpModel model =
        builder("sal(2)", "gaussian")
            .flowStart(start)
            .plan(TrainingPlan.ofSteps(200).withHold("flow", 0, 1))
            .fit(x, y);
    double[] f = {-1.5, -0.5, 0.0, 0.5, 1.5};
    double[] g = model.flow(0, 0, Matrix.of(x), 0, f)[0];
    double most = 0;
    for (int i = 0; i < f.length; i++) {
      most = Math.max(most, Math.abs(g[i] - f[i]));
    }
    switch (start) {
      case DEFAULT, IDENTITY -> assertThat(most).as("distance from the identity").isLessThan(0.05);
      case DATA -> {
        assertThat(most).as("distance from the identity").isGreaterThan(0.1);
        assertThat(g[4] - g[2]).as("skewed as the targets").isGreaterThan(1.5 * (g[2] - g[0]));
      }
      case RANDOM -> assertThat(most).as("distance from the identity").isGreaterThan(0.01);
    }
    quantilesInvertTheCdf(model.predict(x));
  }

  @Test
  void otherSettings() {
    double[][] x = inputs(N, 1);
    double[] y = targets("gaussian", x);
    TgpModel model =
        builder("sal(1)", "gaussian")
            .covariance("matern52[0] + linear")
            .mean("linear(intercept=0.5)")
            .diagonalPosterior(true)
            .standardiseInputs(false)
            .validation(0.25)
            .nodes(8)
            .seed(3)
            .listener(progress -> progress.step() < 40)
            .fit(x, y);
    assertThat(model.trainingResult().steps()).isEqualTo(40);
    assertThat(model.parameterNames()).contains("mean.intercept", "mean.slopes", "inducing");
    assertThat(model.parameter("mean.slopes")).hasSize(2);
    assertThatThrownBy(() -> model.parameter("nope"))
        .hasMessageContaining("no such name; there are");
    quantilesInvertTheCdf(model.predict(x));
  }

  @Test
  void manyThreadsPredictTheSame() {
    double[][] x = inputs(N, 1);
    TgpModel model = builder("sal(2)", "gaussian").fit(x, targets("gaussian", x));
    double[][] news = inputs(3000, 2); // more than one task
    Prediction once = model.predict(news);
    double[] mean = once.mean();
    double[] quantile = model.predict(Arrays.copyOf(news, 100)).quantile(0.9);
    IntStream.range(0, 8)
        .parallel()
        .forEach(
            t -> {
              assertThat(model.predict(news).mean()).isEqualTo(mean);
              assertThat(model.predict(Arrays.copyOf(news, 100)).quantile(0.9)).isEqualTo(quantile);
            });
    for (int i = 0; i < 3000; i += 700) { // a row's prediction does not depend on its neighbours
      assertThat(model.predict(new double[][] {news[i]}).mean()[0])
          .isCloseTo(mean[i], within(1e-9));
    }
    assertThat(model.predict(new double[0][2]).mean()).isEmpty();
  }

  @Test
  void sameSeedSameModel() {
    double[][] x = inputs(N, 1);
    double[] y = targets("gaussian", x);
    double[] one = builder("sal(1)", "gaussian").threads(1).fit(x, y).predict(x).mean();
    assertThat(builder("sal(1)", "gaussian").threads(3).fit(x, y).predict(x).mean()).isEqualTo(one);
  }
}
