package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.covariance.Covariances;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.exact.CollapsedGp;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.variational.DiagonalPosterior;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SmallModel;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedStepsTest {
  private static final int N = 600; // two shares
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final double[][] Y = new double[2][N];

  static {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble(-2, 2));
      X.set(i, 1, random.nextDouble(-2, 2));
      Y[0][i] = Math.sin(2 * X.get(i, 0)) + 0.5 * X.get(i, 1) + 0.2 * random.nextGaussian();
      Y[1][i] = Math.cos(X.get(i, 1)) + 0.1 * random.nextGaussian();
    }
  }

  private static SmallModel model(int targets) {
    Matrix z = InducingPoints.kMeans(X, 12, 3, 1);
    return SmallModel.of("rbf", "constant", "identity", "gaussian", targets, z);
  }

  private static double[][] targets(SmallModel model) {
    return model.posteriors.size() == 1 ? new double[][] {Y[0]} : Y;
  }

  private static Trainer trainer(SmallModel model, TrainingPlan plan, Workers workers) {
    return Trainer.inMemory(
        Trainable.of(model.architecture, model.parameters, model.posteriors, 16),
        RowStore.of(X, targets(model)),
        plan,
        workers);
  }

  private static TrainingResult train(SmallModel model, TrainingPlan plan, int threads) {
    try (Workers workers = new Workers(threads)) {
      return trainer(model, plan, workers).train(null, TrainingListener.SILENT);
    }
  }

  /** X5: with a mean of zero. X4 knows no other. */
  @Test
  void theOptimumIsThatOfTheCollapsedBound() {
    Matrix z = InducingPoints.kMeans(X, 12, 3, 1);
    SmallModel model = SmallModel.of("rbf", "identity", "gaussian", z);
    double noise = model.parameters.get("likelihood.noise-variance")[0];
    CollapsedGp collapsed =
        new CollapsedGp(Covariances.rbf(2), model.parameters.value(), noise, X, Y[0], z);
    Elbo elbo = model.elbo(16);
    elbo.optimisePosteriors(X, new double[][] {Y[0]}, 1.0);
    assertThat(elbo.evaluate(X, new double[][] {Y[0]}, 1.0))
        .isCloseTo(collapsed.bound(), within(1e-8));
    assertThat(model.posteriors.get(0).mean())
        .containsExactly(collapsed.posterior().mean(), within(1e-8));
  }

  /** Whatever q(v) was before; also with inducing inputs so close that rows are whitened. */
  @ParameterizedTest
  @ValueSource(doubles = {1.0, 1e-3})
  void theOptimumDoesNotDependOnTheStart(double spread) {
    Matrix z = InducingPoints.kMeans(X, 12, 3, 1);
    for (int i = 0; i < z.data.length; i++) {
      z.data[i] *= spread;
    }
    SmallModel model = SmallModel.of("rbf", "identity", "gaussian", z);
    Elbo elbo = model.elbo(16);
    double[][] y = {Y[0]};
    elbo.optimisePosteriors(X, y, 1.0);
    double once = elbo.evaluate(X, y, 1.0);
    elbo.optimisePosteriors(X, y, 1.0);
    assertThat(elbo.evaluate(X, y, 1.0)).isCloseTo(once, within(1e-7 * Math.abs(once)));
  }

  /** T6, against differences of the collapsed bound. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theGradientIsThatOfTheCollapsedBound(int targets) {
    SmallModel model = model(targets).set("covariance.lengthscales", 0.6, 0.8);
    double[][] y = targets(model);
    Elbo elbo = model.elbo(16);
    elbo.optimisePosteriors(X, y, 1.0);
    elbo.evaluate(X, y, 1.0);
    double[] gradient = new double[model.parameters.size()];
    model.parameters.pullback(elbo.gradient(), gradient);
    double[] free = model.parameters.free();
    double h = 1e-5;
    for (int i = 0; i < free.length; i++) {
      double kept = free[i];
      double[] values = new double[2];
      for (int side = 0; side < 2; side++) {
        free[i] = kept + (side == 0 ? -h : h);
        model.parameters.refresh();
        elbo.optimisePosteriors(X, y, 1.0);
        values[side] = elbo.evaluate(X, y, 1.0);
      }
      free[i] = kept;
      model.parameters.refresh();
      double difference = (values[1] - values[0]) / (2 * h);
      assertThat(gradient[i])
          .as(model.parameters.nameOf(i))
          .isCloseTo(difference, within(1e-5 * (1 + Math.abs(difference))));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fewStepsClimbAsHighAsManyStochasticOnes(int targets) {
    SmallModel quick = model(targets);
    SmallModel slow = model(targets);
    TrainingResult collapsed = train(quick, TrainingPlan.collapsed(60), 1);
    TrainingResult stochastic =
        train(slow, TrainingPlan.ofSteps(1000).withNaturalStep(0.3).withLearningRate(0.05), 1);
    assertThat(collapsed.steps()).isLessThanOrEqualTo(60);
    assertThat(collapsed.bound()).isGreaterThan(stochastic.bound() - 2.0);
    assertThat(quick.bound(X, targets(quick))).isCloseTo(collapsed.bound(), within(1e-9 * N));
  }

  @Test
  void theBoundNeverFalls() {
    AtomicInteger steps = new AtomicInteger();
    double[] last = {Double.NEGATIVE_INFINITY};
    try (Workers workers = new Workers(1)) {
      trainer(model(1), TrainingPlan.collapsed(40), workers)
          .train(
              null,
              progress -> {
                assertThat(progress.bound()).isGreaterThanOrEqualTo(last[0]);
                last[0] = progress.bound();
                return steps.incrementAndGet() < 25; // a listener may stop it
              });
    }
    assertThat(steps).hasValue(25);
  }

  @Test
  void theSameBitsOnAnyNumberOfThreads() {
    SmallModel one = model(2);
    SmallModel three = model(2);
    train(one, TrainingPlan.collapsed(15), 1);
    train(three, TrainingPlan.collapsed(15), 3);
    assertThat(three.parameters.value()).isEqualTo(one.parameters.value());
    assertThat(three.posteriors.get(1).mean()).isEqualTo(one.posteriors.get(1).mean());
  }

  @Test
  void itEndsWhereNothingIsLeftToGain() {
    TrainingResult result = train(model(1), TrainingPlan.collapsed(100_000), 1);
    assertThat(result.ended()).isEqualTo(Ended.CONVERGED);
    assertThat(result.steps()).isBetween(26, 1000); // not by the first steps that gain little
  }

  /** Nothing to gain while all is held must not end a run in which it is freed later. */
  @Test
  void aRunDoesNotEndWhileSomethingWillBeFreed() {
    SmallModel model = model(1);
    double[] start = model.parameters.get("covariance.lengthscales");
    TrainingPlan plan = TrainingPlan.collapsed(40);
    for (String part : List.of("covariance", "mean", "inducing", "likelihood")) {
      plan = plan.withHold(part, 0, 0.5);
    }
    TrainingResult result = train(model, plan, 1);
    assertThat(result.steps()).isGreaterThan(20);
    assertThat(model.parameters.get("covariance.lengthscales")).isNotEqualTo(start);
  }

  @Test
  void heldParametersStayUntilTheyAreFreed() {
    SmallModel always = model(1);
    double[] start = always.parameters.get("covariance.lengthscales");
    train(always, TrainingPlan.collapsed(20).withHold("covariance", 0, 1), 1);
    assertThat(always.parameters.get("covariance.lengthscales")).isEqualTo(start);
    assertThat(always.parameters.get("likelihood.noise-variance")[0]).isNotEqualTo(0.05);
    SmallModel half = model(1);
    train(half, TrainingPlan.collapsed(20).withHold("covariance", 0, 0.5), 1);
    assertThat(half.parameters.get("covariance.lengthscales")).isNotEqualTo(start);
  }

  @Test
  void otherModelsAreRefused() {
    Matrix z = InducingPoints.random(X, 5, 1);
    TrainingPlan plan = TrainingPlan.collapsed(5);
    refused(SmallModel.of("rbf", "sal(1)", "gaussian", z), plan);
    refused(SmallModel.of("rbf", "identity", "student-t", z), plan);
    SmallModel diagonal = SmallModel.of("rbf", "identity", "gaussian", z);
    refused(diagonal.with(new DiagonalPosterior(5, 1.0)), plan);
    try (Workers workers = new Workers(1)) {
      Trainer trainer = trainer(model(1), plan, workers);
      assertThatThrownBy(() -> trainer.useDivergences(Divergence.kl(0.5), Divergence.kl()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected kl");
    }
  }

  private static void refused(SmallModel model, TrainingPlan plan) {
    try (Workers workers = new Workers(1)) {
      List<InducingPosterior> posteriors = model.posteriors;
      assertThatThrownBy(() -> trainer(model, plan, workers))
          .as(posteriors.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Gaussian noise");
    }
  }

  /** Rows of 24 people: a number that says who, the day, and a reading that says nothing. */
  private static RowStore people(long seed) {
    int people = 24;
    int days = 25;
    SplittableRandom random = new SplittableRandom(seed);
    Matrix x = Matrix.zeros(people * days, 3);
    double[] y = new double[x.rows];
    for (int i = 0; i < x.rows; i++) {
      int person = i / days;
      SplittableRandom own = new SplittableRandom(100 * seed + person);
      double day = random.nextDouble(-1.7, 1.7);
      x.set(i, 0, (person - 0.5 * (people - 1)) / (0.29 * people));
      x.set(i, 1, day);
      x.set(i, 2, random.nextGaussian());
      y[i] = own.nextGaussian() + 0.3 * own.nextGaussian() * day + 0.02 * random.nextGaussian();
    }
    return RowStore.of(x, new double[][] {y});
  }

  /**
   * T10 and T11: with steps of one size for all inputs and points that stay where no row is near,
   * the bound ended at 0.32, 0.61 and 0.91 nats per row.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rowsInClustersDoNotHoldTheSearchUp(long seed) {
    RowStore rows = people(seed);
    Matrix z = InducingPoints.kMeans(rows, 48, 3, 1);
    SmallModel model = SmallModel.of("rbf", "identity", "gaussian", z);
    try (Workers workers = new Workers(1)) {
      TrainingResult result =
          Trainer.inMemory(
                  Trainable.of(model.architecture, model.parameters, model.posteriors, 1),
                  rows,
                  TrainingPlan.collapsed(300),
                  workers)
              .train(null, TrainingListener.SILENT);
      assertThat(result.bound() / rows.size()).isGreaterThan(0.95);
    }
  }
}
