package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in: a clear error or a sound fit, never NaN, never a hang. */
class BadInputTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final double[][] X = new double[30][2];
  private static final double[] Y = new double[30];

  static {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 30; i++) {
      X[i] = new double[] {random.nextDouble(-1, 1), random.nextDouble(-1, 1)};
      Y[i] = X[i][0] - X[i][1] * X[i][1] + 0.1 * random.nextGaussian();
    }
  }

  private static Tgp builder() {
    return Tgp.builder().plan(TrainingPlan.ofSteps(60)).inducing(10).threads(1);
  }

  private static double[][] x(int row, int column, double value) {
    double[][] x = Arrays.stream(X).map(double[]::clone).toArray(double[][]::new);
    x[row][column] = value;
    return x;
  }

  private static double[] y(int row, double value) {
    double[] y = Y.clone();
    y[row] = value;
    return y;
  }

  private static double[] scaled(double factor) {
    return DoubleStream.of(Y).map(v -> v * factor).toArray();
  }

  private static double[][] scaledInputs(double factor) {
    return Arrays.stream(X)
        .map(row -> new double[] {factor * row[0], row[1]})
        .toArray(double[][]::new);
  }

  static Stream<Arguments> errors() {
    double[] counts = new double[30];
    double[] positive = DoubleStream.of(Y).map(v -> Math.abs(v) + 0.1).toArray();
    return Stream.of(
        error(
            "x: expected at least one row and one column but got 0×0",
            () -> builder().fit(new double[0][], new double[0])),
        error(
            "x: expected at least one row and one column but got 3×0",
            () -> builder().fit(new double[3][0], new double[3])),
        error(
            "targets: expected 30, one per row of x, but got 29",
            () -> builder().fit(X, Arrays.copyOf(Y, 29))),
        error(
            "targets: expected 30, one per row of x, but got 0",
            () -> builder().fit(X, new double[0])),
        error(
            "targets: expected at least one column but got none",
            () -> builder().fit(Matrix.of(X), Matrix.zeros(30, 0))),
        error(
            "row 1: expected 2 values, as in row 0, but got 1",
            () -> builder().fit(new double[][] {{1, 2}, {3}}, new double[2])),
        error(
            "x: row 4, column 1: expected a finite number but got NaN; drop or impute the row",
            () -> builder().fit(x(4, 1, Double.NaN), Y)),
        error(
            "x: row 29, column 0: expected a finite number but got Infinity",
            () -> builder().fit(x(29, 0, Double.POSITIVE_INFINITY), Y)),
        error(
            "y: row 7, column 0: expected a finite number but got NaN",
            () -> builder().fit(X, y(7, Double.NaN))),
        error(
            "y: row 7, column 0: expected a finite number but got -Infinity",
            () -> builder().fit(X, y(7, Double.NEGATIVE_INFINITY))),
        error(
            "y: row 3, column 0: expected a finite number above 0 but got -2 (likelihood gamma)",
            () -> gamma(positive, 3, -2)),
        error(
            "y: row 3, column 0: expected a finite number above 0 but got 0",
            () -> gamma(positive, 3, 0)),
        error(
            "y: row 0, column 0: expected a count, 0, 1, 2, …, but got -1",
            () -> with("poisson", counts, 0, -1)),
        error(
            "y: row 2, column 0: expected a count, 0, 1, 2, …, but got 1.5",
            () -> with("poisson", counts, 2, 1.5)),
        error(
            "y: row 5, column 0: expected 0 or 1 but got 3", () -> with("bernoulli", counts, 5, 3)),
        error(
            "y: row 5, column 0: expected a class code, 0 to 2, but got 3",
            () -> with("categorical(3)", counts, 5, 3)),
        error(
            "y: row 0, column 0: expected a number strictly between 0 and 1 but got 0",
            () -> with("beta", counts, 5, 0.5)),
        error(
            "end the flow with softplus or exp",
            () -> builder().flow("sal(2)").likelihood("volatility").fit(X, Y)),
        error(
            "end the flow with softplus or exp",
            () -> builder().likelihood("poisson(identity)").fit(X, counts)),
        error(
            "flow log is defined on (0.0, Infinity)", () -> builder().flow("log").fit(X, positive)),
        error(
            "lengthscales: expected 2 (one per input) but got 3",
            () -> builder().covariance("rbf(lengthscales=[1, 2, 3])").fit(X, Y)),
        error(
            "slopes: expected 2 (one per input) but got 3",
            () -> builder().mean("linear(slopes=[1, 2, 3])").fit(X, Y)),
        error("columns from 0 to 1 but got [5]", () -> builder().covariance("rbf[5]").fit(X, Y)),
        error("no flow is called sla; did you mean", () -> builder().flow("sla(3)")),
        error("no covariance is called rfb", () -> builder().covariance("rfb")),
        error("no mean function is called cnstant", () -> builder().mean("cnstant")),
        error("inducing points: expected at least 1 but got 0", () -> builder().inducing(0)),
        error("nodes: expected at least 1 but got 0", () -> builder().nodes(0)),
        error("threads: expected at least 1 but got 0", () -> builder().threads(0)),
        error(
            "validation share: expected 0 ≤ share < 1 but got NaN",
            () -> builder().validation(Double.NaN)));
  }

  private static Object gamma(double[] positive, int row, double value) {
    return with("gamma", positive, row, value);
  }

  private static Object with(String likelihood, double[] targets, int row, double value) {
    double[] y = targets.clone();
    y[row] = value;
    return builder().likelihood(likelihood).fit(X, y);
  }

  private static Arguments error(String words, Supplier<Object> call) {
    return Arguments.of(words, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("errors")
  void clearErrors(String words, Supplier<Object> call) {
    assertThatThrownBy(call::get)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  static Stream<Arguments> fits() {
    double[][] same = new double[30][];
    Arrays.fill(same, new double[] {0.5, -2});
    double[] constant = new double[30];
    Arrays.fill(constant, 0.1);
    double[] alike = DoubleStream.of(Y).map(v -> 1e9 + 1e-7 * v).toArray();
    double[] outlier = y(3, 1e12);
    return Stream.of(
        fit("one row", new double[][] {{1, 2}}, new double[] {3}),
        fit("two rows", new double[][] {{1, 2}, {2, 1}}, new double[] {3, 4}),
        fit(
            "constant column",
            Arrays.stream(X).map(r -> new double[] {r[0], 7}).toArray(double[][]::new),
            Y),
        fit(
            "huge constant column",
            Arrays.stream(X).map(r -> new double[] {r[0], 1e300}).toArray(double[][]::new),
            Y),
        fit("constant target", X, constant),
        fit("zero target", X, new double[30]),
        fit("huge constant target", X, DoubleStream.of(constant).map(v -> 1e300 * v).toArray()),
        fit("tiny constant target", X, DoubleStream.of(constant).map(v -> 1e-300 * v).toArray()),
        fit("target constant but for rounding", X, alike),
        fit("duplicate rows, different targets", same, Y),
        fit("duplicate rows, constant target", same, constant),
        fit("x·1e300", scaledInputs(1e300), Y),
        fit("x·1e-300", scaledInputs(1e-300), Y),
        fit("y·1e300", X, scaled(1e300)),
        fit("y·1e-300", X, scaled(1e-300)),
        fit("y·1e-320, not even normal", X, scaled(1e-320)),
        fit("ends of the range", x(3, 1, Double.MAX_VALUE), y(4, -1e307)),
        fit("an outlier in y", X, outlier),
        fit("an outlier in x", x(3, 1, 1e12), Y));
  }

  private static Arguments fit(String name, double[][] x, double[] y) {
    return Arguments.of(name, x, y);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fits")
  void soundFits(String name, double[][] x, double[] y) {
    for (String flow : new String[] {"identity", "sal(2)", "softplus"}) {
      sound(name + ", " + flow, builder().flow(flow), x, y);
    }
  }

  @ParameterizedTest
  @CsvSource({"gamma", "student-t(4)", "laplace"})
  void soundFitsOfOtherLikelihoods(String likelihood) {
    for (double factor : new double[] {1e300, 1e-300}) {
      double[] y = DoubleStream.of(Y).map(v -> factor * (Math.abs(v) + 0.1)).toArray();
      sound(likelihood, builder().likelihood(likelihood), X, y);
    }
  }

  @ParameterizedTest
  @CsvSource({"bernoulli", "categorical(3)", "ordinal(3)", "poisson", "negative-binomial"})
  void onlyOneClass(String likelihood) {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          Prediction p = builder().likelihood(likelihood).fit(X, new double[30]).predict(X);
          assertThat(DoubleStream.of(p.logDensity(new double[30])).boxed())
              .allMatch(v -> v > Math.log(0.5) && v <= 0);
        });
  }

  @Test
  void enormousCounts() {
    double[] y = new double[30];
    for (int i = 0; i < 30; i++) {
      y[i] = i % 3 == 0 ? 1e15 : 3;
    }
    for (String likelihood : new String[] {"poisson", "negative-binomial"}) {
      assertTimeoutPreemptively(
          LONG,
          () -> {
            Prediction p = builder().likelihood(likelihood).fit(X, y).predict(X);
            allFinite(likelihood, p.mean());
            allFinite(likelihood, p.quantile(0.5));
          });
    }
  }

  /** Finite mean, spread, quantiles in order, and a density for what was seen. */
  private static void sound(String name, Tgp builder, double[][] x, double[] y) {
    assertTimeoutPreemptively(
        LONG,
        () -> {
          TgpModel model = builder.fit(x, y);
          Prediction p = model.predict(x);
          allFinite(name + ": mean", p.mean());
          allFinite(name + ": standard deviation", p.standardDeviation());
          allFinite(name + ": log density", p.logDensity(y));
          assertThat(p.variance()).as(name + ": variance").doesNotContain(Double.NaN);
          double[] low = p.quantile(0.025);
          double[] median = p.median();
          double[] high = p.quantile(0.975);
          allFinite(name + ": 0.025 quantile", low);
          allFinite(name + ": 0.975 quantile", high);
          for (int i = 0; i < low.length; i++) {
            assertThat(low[i]).as(name).isLessThanOrEqualTo(median[i]);
            assertThat(median[i]).as(name).isLessThanOrEqualTo(high[i]);
            assertThat(p.standardDeviation()[i]).as(name).isNotNegative();
          }
          assertThat(model.trainingResult().bound()).as(name).isFinite();
        });
  }

  private static void allFinite(String what, double[] values) {
    assertThat(DoubleStream.of(values).boxed()).as(what).allMatch(Double::isFinite);
  }

  /** The fit is the same in any unit, up to rounding. */
  @ParameterizedTest
  @ValueSource(doubles = {0x1p900, 0x1p-900})
  void extremeUnitsChangeNothing(double unit) {
    double[] plain = builder().flow("sal(1)").fit(X, Y).predict(X).quantile(0.3);
    double[] far =
        builder()
            .flow("sal(1)")
            .fit(scaledInputs(unit), scaled(unit))
            .predict(scaledInputs(unit))
            .quantile(0.3);
    for (int i = 0; i < 30; i++) {
      assertThat(far[i] / unit).isCloseTo(plain[i], org.assertj.core.api.Assertions.within(1e-5));
    }
  }

  /** Without standardisation squares may overflow: then an error, but far out is no problem. */
  @Test
  void hugeInputsAsTheyAre() {
    sound("unscaled", builder().standardiseInputs(false), scaledInputs(1e40), Y);
    assertThatThrownBy(() -> builder().standardiseInputs(false).fit(scaledInputs(1e150), Y))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x: row 0, column 0: ")
        .hasMessageContaining("too far out to compute with; expected at most 1.0E50");
  }

  @Test
  void moreInducingPointsThanRows() {
    TgpModel model = builder().inducing(500).fit(X, Y);
    assertThat(model.architecture().groups().get(0).inducing()).isEqualTo(30);
    allFinite("mean", model.predict(X).mean());
  }

  @Test
  void predictionErrors() {
    TgpModel model = builder().flow("sal(1)").fit(X, Y);
    Prediction p = model.predict(X);
    for (double far : new double[] {1e155, 1e300, -Double.MAX_VALUE}) {
      assertThatThrownBy(() -> model.predict(x(2, 1, far)))
          .hasMessageContaining("x: row 2, column 1: " + far)
          .hasMessageContaining("drop the row");
    }
    assertThatThrownBy(() -> model.predict(new double[][] {{1, 2, 3}}))
        .hasMessageContaining("x: expected 2 columns, as in training, but got 3");
    assertThatThrownBy(() -> model.predict(x(2, 0, Double.NaN)))
        .hasMessageContaining("x: row 2, column 0: expected a finite number but got NaN");
    for (double level : new double[] {0, 1, -0.1, Double.NaN}) {
      assertThatThrownBy(() -> p.quantile(level))
          .hasMessageContaining(
              "quantile level: expected a value between 0 and 1 but got " + level);
      assertThatThrownBy(() -> p.interval(level))
          .hasMessageContaining(
              "interval level: expected a value between 0 and 1 but got " + level);
    }
    assertThatThrownBy(() -> p.logDensity(new double[29]))
        .hasMessageContaining("targets: expected 30, one per row, but got 29");
    assertThatThrownBy(p::classProbabilities).hasMessageContaining("predicts numbers, not classes");
    assertThatThrownBy(() -> model.samplePaths(Matrix.zeros(5001, 2), 1, 1))
        .hasMessageContaining("joint distribution: at most 5000 rows")
        .hasMessageContaining("Prediction.sample");
    assertThatThrownBy(() -> p.sample(-1, 1)).hasMessageContaining("expected 0 or more but got -1");
    assertThatThrownBy(() -> model.samplePaths(Matrix.zeros(3, 2), -1, 1))
        .hasMessageContaining("expected 0 or more but got -1");
  }

  /** Far outside the data: back to the prior, however far. */
  @ParameterizedTest
  @ValueSource(doubles = {1e6, 1e45})
  void predictsFarAway(double far) {
    for (String covariance :
        new String[] {"rbf", "matern12", "matern52", "rq", "periodic", "cosine"}) {
      TgpModel model = builder().covariance(covariance).flow("sal(1)").fit(X, Y);
      Prediction p = model.predict(new double[][] {{far, 0}, {-far, far}});
      allFinite(covariance + ": mean", p.mean());
      allFinite(covariance + ": standard deviation", p.standardDeviation());
      allFinite(covariance + ": quantile", p.quantile(0.9));
    }
  }
}
