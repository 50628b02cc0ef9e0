package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.DiagonalPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
  private static final int N = 700;
  private static final int M = 8;
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final double[] Y = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble(-2, 2));
      X.set(i, 1, random.nextDouble(-2, 2));
      double f = Math.sin(2 * X.get(i, 0)) + 0.5 * X.get(i, 1);
      Y[i] = Math.sinh(f) + 0.2 * random.nextGaussian();
    }
  }

  private static SmallModel model(String flow, int rows) {
    Matrix z = InducingPoints.kMeans(X.rowRange(0, rows), M, 3, 1);
    return SmallModel.of("rbf", flow, "gaussian", z);
  }

  private static TrainingResult train(SmallModel model, TrainingPlan plan, int rows, int threads) {
    return train(model, plan, rows, threads, null, TrainingListener.SILENT);
  }

  private static TrainingResult train(
      SmallModel model,
      TrainingPlan plan,
      int rows,
      int threads,
      DoubleSupplier validation,
      TrainingListener listener) {
    try (Workers workers = new Workers(threads)) {
      return Trainer.inMemory(
              Trainable.of(model.architecture, model.parameters, model.posteriors, 16),
              RowStore.of(X.rowRange(0, rows), new double[][] {Arrays.copyOf(Y, rows)}),
              plan,
              workers)
          .train(validation, listener);
    }
  }

  private static double bound(SmallModel model, int rows) {
    return model.bound(X.rowRange(0, rows), Arrays.copyOf(Y, rows));
  }

  @Test
  void sameSeedSameResultOnAnyNumberOfThreads() {
    TrainingPlan plan =
        TrainingPlan.ofSteps(25).withBatchSize(600).withNaturalStep(0.1).withSeed(3);
    double[][] values = new double[4][];
    double[][] means = new double[4][];
    for (int t = 0; t < 4; t++) {
      SmallModel model = model("sal(2)", N);
      train(model, t < 3 ? plan : plan.withSeed(4), N, 1 + t % 3);
      values[t] = model.parameters.value().clone();
      means[t] = model.posteriors.get(0).mean().clone();
    }
    assertThat(values[1]).isEqualTo(values[0]);
    assertThat(values[2]).isEqualTo(values[0]);
    assertThat(means[1]).isEqualTo(means[0]);
    assertThat(means[2]).isEqualTo(means[0]);
    assertThat(values[3]).as("another seed").isNotEqualTo(values[0]);
  }

  @ParameterizedTest
  @CsvSource({"0.5, false", "0, false", "0.5, true", "0, true"})
  void climbs(double naturalStep, boolean diagonal) {
    SmallModel model = model("sal(1)", 150);
    if (diagonal) {
      model = model.with(new DiagonalPosterior(M, 1.0));
    }
    double before = bound(model, 150);
    TrainingPlan plan = TrainingPlan.ofSteps(200).withNaturalStep(naturalStep);
    TrainingResult result = train(model, plan, 150, 1);
    assertThat(bound(model, 150)).isGreaterThan(before + 150);
    assertThat(result.bound()).isGreaterThan(before + 150);
    assertThat(result.steps()).isEqualTo(200);
    assertThat(result.restores()).as("restores").isZero();
  }

  /** Steps of 5 in the logarithm of everything: restored and halved until they are sensible. */
  @ParameterizedTest
  @CsvSource({"0.5, 100", "0, 100", "0.5, 40"})
  void absurdLearningRateEndsFinite(double naturalStep, int batch) {
    SmallModel model = model("sal(2)", 100);
    double before = bound(model, 100);
    TrainingPlan plan =
        TrainingPlan.ofSteps(60)
            .withLearningRate(5.0)
            .withNaturalStep(naturalStep)
            .withBatchSize(batch);
    TrainingResult result = train(model, plan, 100, 1);
    assertThat(result.bound()).isFinite();
    assertThat(bound(model, 100)).isFinite();
    if (batch == 100) {
      assertThat(bound(model, 100)).as("never far below the start").isGreaterThan(before - 200.1);
    }
    for (double value : model.parameters.value()) {
      assertThat(value).isFinite();
    }
  }

  /** Steps too long to stay at the top, too short to be taken back as divergence. */
  @ParameterizedTest
  @ValueSource(ints = {N, 100})
  void endsNoLowerThanItBegan(int batch) {
    SmallModel model = model("sal(1)", N);
    train(model, TrainingPlan.ofSteps(150).withLearningRate(0.05), N, 1);
    double before = bound(model, N);
    TrainingPlan restless =
        TrainingPlan.ofSteps(24)
            .withBatchSize(batch)
            .withLearningRate(0.3)
            .withDecayFrom(1.0)
            .withEarlyStopping(0, 10);
    TrainingResult result = train(model, restless, N, 1);
    assertThat(bound(model, N)).isGreaterThanOrEqualTo(before - 1e-9);
    assertThat(result.bound()).isGreaterThan(before - 0.2 * N);
    assertThat(result.restores()).isPositive();
  }

  /** A held-out score of the untrained prior is no reason to return it. */
  @Test
  void aFitThatNeverWorkedIsAnErrorWithValidationToo() {
    SmallModel model = model("identity", 50);
    double[] infinite = new double[50];
    infinite[7] = 1e200;
    Trainer trainer =
        Trainer.inMemory(
            Trainable.of(model.architecture, model.parameters, model.posteriors, 8),
            RowStore.of(X.rowRange(0, 50), new double[][] {infinite}),
            TrainingPlan.ofSteps(10).withEarlyStopping(0, 5),
            new Workers(1));
    assertThatThrownBy(() -> trainer.train(() -> 1.0, TrainingListener.SILENT))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("look for extreme values in the data");
  }

  @Test
  void hopelessTargetsAreAnError() {
    SmallModel model = model("identity", 50);
    double[] infinite = new double[50];
    infinite[7] = 1e200;
    for (int steps : new int[] {10, 100}) {
      assertThatThrownBy(
              () ->
                  Trainer.inMemory(
                          Trainable.of(model.architecture, model.parameters, model.posteriors, 8),
                          RowStore.of(X.rowRange(0, 50), new double[][] {infinite}),
                          TrainingPlan.ofSteps(steps),
                          new Workers(1))
                      .train(null, TrainingListener.SILENT))
          .isInstanceOf(ArithmeticException.class)
          .hasMessageContaining("look for extreme values in the data");
    }
  }

  @Test
  void heldParametersStay() {
    SmallModel model = model("identity", 60);
    double noise = model.parameters.get("likelihood.noise-variance")[0];
    double[] z = model.parameters.get("inducing");
    double[] lengthscales = model.parameters.get("covariance.lengthscales");
    TrainingPlan plan =
        TrainingPlan.ofSteps(40).withHold("likelihood", 0, 1).withHold("inducing", 0, 0.5);
    double[][] half = new double[1][];
    train(
        model,
        plan,
        60,
        1,
        null,
        progress -> {
          if (progress.step() == 20) {
            half[0] = model.parameters.get("inducing");
          }
          return true;
        });
    assertThat(model.parameters.get("likelihood.noise-variance")[0])
        .isCloseTo(noise, within(1e-15));
    assertThat(half[0]).isEqualTo(z);
    assertThat(model.parameters.get("inducing")).isNotEqualTo(z);
    assertThat(model.parameters.get("covariance.lengthscales")).isNotEqualTo(lengthscales);
  }

  @Test
  void aHoldThatNamesNothingIsAnError() {
    TrainingPlan plan = TrainingPlan.ofSteps(5).withHold("likelyhood", 0, 1);
    assertThatThrownBy(() -> train(model("identity", 60), plan, 60, 1, null, progress -> true))
        .hasMessageContaining("hold likelyhood")
        .hasMessageContaining("likelihood.noise-variance");
  }

  @Test
  void listenerSeesEveryStepAndCanStop() {
    SmallModel model = model("identity", 60);
    int[] calls = {0};
    TrainingResult result =
        train(
            model,
            TrainingPlan.ofSteps(50),
            60,
            1,
            null,
            progress -> {
              assertThat(progress.step()).isEqualTo(++calls[0]);
              assertThat(progress.share()).isEqualTo(calls[0] / 50.0);
              assertThat(progress.bound()).isFinite();
              assertThat(progress.validation()).isNaN();
              return progress.step() < 7;
            });
    assertThat(calls[0]).isEqualTo(7);
    assertThat(result.steps()).isEqualTo(7);
  }

  /** A score that rises to its third check and falls from then on. */
  @ParameterizedTest
  @ValueSource(ints = {2, 0})
  void earlyStoppingRestoresTheBest(int patience) {
    SmallModel model = model("identity", 60);
    int[] checks = {0};
    double[][] best = new double[1][];
    DoubleSupplier score =
        () -> {
          if (++checks[0] == 3) {
            best[0] = model.parameters.value().clone();
          }
          return -Math.abs(checks[0] - 3);
        };
    TrainingPlan plan = TrainingPlan.ofSteps(60).withEarlyStopping(patience, 5);
    TrainingResult result = train(model, plan, 60, 1, score, TrainingListener.SILENT);
    assertThat(result.steps()).isEqualTo(patience == 0 ? 60 : 25);
    assertThat(result.validation()).isEqualTo(0.0);
    assertThat(model.parameters.value()).isEqualTo(best[0]);
  }
}
