package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole fits of processes whose flow is not marginal. */
class NonMarginalTgpTest {
  private static final int N = 80;
  private final Matrix x = Matrix.zeros(N, 1);
  private final Matrix y = Matrix.zeros(N, 1);
  private final double[] truth = new double[N];

  NonMarginalTgpTest() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      x.set(i, 0, 5.0 * i / N);
      truth[i] = Math.sin(2 * x.get(i, 0));
      y.set(i, 0, 10 + 3 * (truth[i] + 0.1 * random.nextGaussian()));
    }
  }

  private static TrainingPlan plan(int steps) {
    return TrainingPlan.ofSteps(steps);
  }

  /**
   * ν → ∞, and a readout of 0. The covariance is held: where its gradient is 0 but for rounding
   * Adam would take a full step.
   */
  @ParameterizedTest
  @ValueSource(strings = {"t-process(1e10)", "conditioned-flow(2)"})
  void limitsArePlainModels(String process) {
    boolean readout = process.startsWith("conditioned");
    String flow = readout ? "sal(1)" : "identity";
    TrainingPlan shared = plan(60).withHold("covariance", 0, 1).withHold("inducing", 0, 1);
    TrainingPlan plan = shared.withHold(readout ? "readout" : "scale", 0, 1);
    Prediction plain =
        Tgp.builder()
            .covariance("matern52(lengthscale=0.6)")
            .flow(flow)
            .inducing(10)
            .plainStart(false)
            .weakPriors(false)
            .plan(shared)
            .fit(x, y)
            .predict(x);
    Prediction mixture =
        NonMarginalTgp.of(process)
            .covariance("matern52(lengthscale=0.6)")
            .flow(flow)
            .inducing(10)
            .plan(plan)
            .fit(x, y)
            .predict(x);
    double tolerance = readout ? 2e-2 : 1e-6; // draws of v match q in two moments only
    assertThat(mixture.mean()).containsExactly(plain.mean(), within(tolerance));
    assertThat(mixture.variance()).containsExactly(plain.variance(), within(tolerance));
    for (double p : new double[] {0.025, 0.5, 0.975}) {
      assertThat(mixture.quantile(p)).containsExactly(plain.quantile(p), within(tolerance));
    }
    double[] targets = y.copy().data;
    assertThat(mixture.logDensity(targets))
        .containsExactly(plain.logDensity(targets), within(3 * tolerance));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t-process(4, learnt)", "conditioned-flow(4)"})
  void fitsAndIsOneDistribution(String process) {
    NonMarginalModel model =
        NonMarginalTgp.of(process)
            .covariance("matern52")
            .inducing(10)
            .nodes(12)
            .plan(plan(250))
            .fit(x, y);
    Matrix some = Matrix.column(0.31, 2.2, 4.4, 9.0);
    Prediction prediction = model.predict(some);
    double[] mean = prediction.mean();
    double[] expected = {10 + 3 * Math.sin(0.62), 10 + 3 * Math.sin(4.4), 10 + 3 * Math.sin(8.8)};
    assertThat(PointErrors.rmse(Arrays.copyOf(mean, 3), expected)).isLessThan(0.3);
    double[] sd = prediction.standardDeviation();
    assertThat(sd[3]).isGreaterThan(2 * sd[0]); // far from the data
    for (double p : new double[] {0.01, 0.5, 0.9}) {
      assertThat(prediction.cdf(prediction.quantile(p)))
          .containsExactly(new double[] {p, p, p, p}, within(1e-9));
    }
    double[][] draws = prediction.sample(20_000, 5);
    double[] at = prediction.quantile(0.8);
    for (int i = 0; i < 4; i++) {
      double first = Arrays.stream(draws[i]).average().orElseThrow();
      assertThat(first).isCloseTo(mean[i], within(5 * sd[i] / Math.sqrt(20_000)));
      int row = i;
      double below = Arrays.stream(draws[i]).filter(t -> t <= at[row]).count() / 20_000.0;
      assertThat(below).isCloseTo(0.8, within(0.015));
    }
    int points = 200; // ∫ p(y) dy at one row
    double[] grid = new double[points];
    Matrix same = Matrix.zeros(points, 1);
    double h = 16 * sd[3] / points;
    for (int k = 0; k < points; k++) {
      same.set(k, 0, 9.0);
      grid[k] = mean[3] + (k - points / 2) * h;
    }
    double mass = h * Arrays.stream(model.predict(same).logDensity(grid)).map(Math::exp).sum();
    assertThat(mass).isCloseTo(1.0, within(2e-3));
  }

  /**
   * A covariance whose variance is held far too small: a GP cannot reach the data, the scale of a
   * Student-t process does; away from the data its tails are heavier than a Gaussian's.
   */
  @Test
  void theScaleOfAStudentTProcessFindsTheDatas() {
    TrainingPlan plan = plan(400).withHold("covariance.variance", 0, 1);
    NonMarginalTgp process =
        NonMarginalTgp.of("t-process(3)")
            .covariance("matern52(variance=0.02)")
            .inducing(15)
            .plan(plan);
    NonMarginalModel model = process.fit(x, y);
    assertThat(Math.exp(model.parameter("scale.log-mean")[0])).isBetween(3.0, 20.0);
    TgpModel plain =
        Tgp.builder().covariance("matern52(variance=0.02)").inducing(15).plan(plan).fit(x, y);
    assertThat(model.trainingResult().bound()).isGreaterThan(plain.trainingResult().bound() + 10);
    Prediction far = model.predict(Matrix.column(30));
    double median = far.median()[0];
    double tail = (far.quantile(0.999)[0] - median) / (far.quantile(0.75)[0] - median);
    assertThat(tail).isGreaterThan(4.58 * 1.02); // a Gaussian's is 4.58
  }

  @Test
  void refused() {
    assertThatThrownBy(() -> NonMarginalTgp.of("student-t"))
        .hasMessageContaining("no process is called student-t");
    assertThatThrownBy(() -> NonMarginalTgp.of("conditioned-flow(2)").fit(x, Matrix.zeros(N, 2)))
        .hasMessageContaining("expected one column but got 2");
    assertThatThrownBy(
            () -> NonMarginalTgp.of("conditioned-flow(2)").flow("exp").inducing(3).fit(x, y))
        .hasMessageContaining("no parameter that could depend");
  }

  private static final int STEPS = 30;

  private static NonMarginalTgp small(String process) {
    return NonMarginalTgp.of(process).inducing(8).nodes(8).plan(plan(STEPS)).threads(1);
  }

  /** Factors and components are shared by all calls: rows alone, on many threads, are the same. */
  @ParameterizedTest
  @ValueSource(strings = {"t-process(4)", "conditioned-flow(4)"})
  void manyThreadsPredictTheSame(String process) {
    NonMarginalModel model = small(process).fit(x, y);
    double[] together = model.predict(x.rowRange(0, 12)).quantile(0.8);
    double[] alone =
        IntStream.range(0, 1200)
            .parallel()
            .mapToDouble(i -> model.predictRow(x.get(i % 12, 0)).quantile(0.8))
            .toArray();
    for (int i = 0; i < alone.length; i++) {
      assertThat(alone[i]).isEqualTo(together[i % 12]);
    }
  }

  /** Targets of 1024 times the size: the same standardised fit, in other units. */
  @ParameterizedTest
  @CsvSource({
    "t-process, identity, student-t(4), 0",
    "t-process, exp, gamma(identity), 0",
    "t-process, identity, 'warped(softplus, censor=%s)', 9",
    "conditioned-flow(4), sal(1), student-t(4), 0",
    "conditioned-flow(4), sal(1), 'warped(softplus, censor=%s)', 9"
  })
  void unitsDoNotMatter(String process, String flow, String likelihood, double censor) {
    double unit = 1024;
    Matrix few = x.rowRange(0, 5);
    Matrix large = y.copy();
    Arrays.setAll(large.data, i -> unit * large.data[i]);
    NonMarginalTgp model = small(process).flow(flow);
    NonMarginalModel one = model.likelihood(likelihood.formatted(censor)).fit(x, y);
    NonMarginalModel other = model.likelihood(likelihood.formatted(unit * censor)).fit(x, large);
    for (String name : one.parameterNames()) {
      assertThat(other.parameter(name)).as(name).isEqualTo(one.parameter(name));
    }
    double[] expected = one.predict(few).median();
    Arrays.setAll(expected, i -> unit * expected[i]);
    assertThat(other.predict(few).median()).containsExactly(expected, within(1e-8 * unit));
  }

  /** Poisson counts have no units; a rate far from 1 is found all the same. */
  @Test
  void countsAreFitted() {
    Matrix counts = y.copy();
    Arrays.setAll(counts.data, i -> Math.floor(y.data[i]));
    NonMarginalModel model =
        small("t-process").likelihood("poisson").plan(plan(150)).fit(x, counts);
    double[] mean = model.predict(x).mean();
    assertThat(PointErrors.rmse(mean, counts.data)).isLessThan(1.2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t-process", "conditioned-flow(4)"})
  void everyDivergenceAndLossChangesTheFit(String process) {
    double[] plain = small(process).fit(x, y).parameter("covariance.lengthscales");
    for (String divergence : new String[] {"kl(0.5)", "renyi(0.5)"}) {
      assertThat(
              small(process).divergence(divergence).fit(x, y).parameter("covariance.lengthscales"))
          .as(divergence)
          .isNotEqualTo(plain);
    }
    for (String loss : new String[] {"gaussian(beta=0.2)", "gaussian(gamma=0.2)"}) {
      assertThat(small(process).likelihood(loss).fit(x, y).parameter("covariance.lengthscales"))
          .as(loss)
          .isNotEqualTo(plain);
    }
  }

  /** Outliers move a plain fit; a robust loss leaves them aside. */
  @Test
  void robustLossesOfTheTProcessResistOutliers() {
    Matrix spoilt = y.copy();
    for (int i = 5; i < N; i += 8) {
      spoilt.set(i, 0, y.get(i, 0) + 25);
    }
    NonMarginalTgp model = small("t-process").inducing(12).plan(plan(200));
    double plain = error(model.fit(x, spoilt));
    double robust = error(model.likelihood("gaussian(gamma=0.5)").fit(x, spoilt));
    assertThat(robust).isLessThan(0.3 * plain);
  }

  private double error(NonMarginalModel model) {
    double[] expected = Arrays.stream(truth).map(f -> 10 + 3 * f).toArray();
    return PointErrors.rmse(model.predict(x).median(), expected);
  }

  /** Each setting that training or the start has changes the fitted values. */
  @Test
  void settingsAreHonoured() {
    Map<String, UnaryOperator<NonMarginalTgp>> settings = new LinkedHashMap<>();
    settings.put("mean", m -> m.mean("constant"));
    settings.put("inducing start", m -> m.inducing(8, Tgp.Inducing.GREEDY_VARIANCE));
    settings.put("flow start", m -> m.flowStart(Tgp.FlowStart.DATA));
    settings.put("diagonal", m -> m.diagonalPosterior(true));
    settings.put("inputs", m -> m.standardiseInputs(false));
    settings.put("nodes", m -> m.nodes(5));
    settings.put("validation", m -> m.validation(0.2));
    settings.put("seed", m -> m.seed(5));
    settings.put("plan", m -> m.plan(plan(7)));
    for (String process : new String[] {"t-process", "conditioned-flow(4)"}) {
      NonMarginalTgp base = small(process).flow("sal(1)").inducing(8, Tgp.Inducing.RANDOM);
      double[] usual = base.fit(x, y).parameter("covariance.lengthscales");
      assertThat(base.copy().fit(x, y).parameter("covariance.lengthscales")).isEqualTo(usual);
      settings.forEach(
          (name, change) ->
              assertThat(
                      change
                          .apply(base.copy())
                          .copy()
                          .fit(x, y)
                          .parameter("covariance.lengthscales"))
                  .as("%s: %s", process, name)
                  .isNotEqualTo(usual));
    }
  }

  @Test
  void earlyStoppingAndTimeLimitsEndTheRun() {
    TrainingPlan hasty = plan(STEPS).withLearningRate(5).withEarlyStopping(2, 1);
    NonMarginalModel stopped = small("t-process").validation(0.2).plan(hasty).fit(x, y);
    assertThat(stopped.trainingResult().steps()).isLessThan(STEPS);
    assertThat(stopped.trainingResult().validation()).isFinite();
    TrainingPlan limited = plan(STEPS).withTimeLimit(Duration.ofNanos(1));
    assertThat(small("conditioned-flow(4)").plan(limited).fit(x, y).trainingResult().steps())
        .as("a limit leaves one step")
        .isOne();
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    NonMarginalTgp process = NonMarginalTgp.of("t-process");
    assertThatThrownBy(() -> process.flow("sal(1) @ mlp(5, tanh)"))
        .hasMessageContaining("cannot depend on the input");
    assertThatThrownBy(() -> process.likelihood("categorical(3)"))
        .hasMessageContaining("one latent function but got 3");
    assertThatThrownBy(() -> process.divergence("renyi(2)"))
        .hasMessageContaining("renyi of an order below 1");
    assertThatThrownBy(() -> process.inducing(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> process.nodes(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> process.threads(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> process.validation(Double.NaN)).hasMessageContaining("share");
    assertThatThrownBy(() -> small("t-process").plan(TrainingPlan.collapsed(10)).fit(x, y))
        .hasMessageContaining("collapsed");
    assertThatThrownBy(() -> small("t-process").warpStart(Tgp.FlowStart.DATA).fit(x, y))
        .hasMessageContaining("has no warp");
  }
}
