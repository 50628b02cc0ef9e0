package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that was stopped and went on ends with the same bits as one that was not. */
class ResumeTest {
  private static final int N = 90;
  private static final int STEPS = 24;
  private static final Matrix X = Matrix.zeros(N, 2);
  private static final Matrix Y = Matrix.zeros(N, 1);
  private static final Matrix CLASSES = Matrix.zeros(N, 1);

  static {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < N; i++) {
      X.set(i, 0, random.nextDouble(-2, 2));
      X.set(i, 1, random.nextDouble(-2, 2));
      double f = Math.sin(2 * X.get(i, 0)) + 0.5 * X.get(i, 1);
      Y.set(i, 0, Math.sinh(f) + 0.2 * random.nextGaussian());
      CLASSES.set(i, 0, f > 0.6 ? 2 : f > -0.3 ? 1 : 0);
    }
  }

  /** Remembers the state after one step, and goes on from another. */
  private static final class Memory implements Checkpoints {
    private final TrainingState from;
    private final int due;
    private TrainingState saved;

    Memory(TrainingState from, int due) {
      this.from = from;
      this.due = due;
    }

    @Override
    public TrainingState resume() {
      return from;
    }

    @Override
    public boolean isDue(TrainingListener.Progress progress) {
      return progress.step() == due;
    }

    @Override
    public void save(TrainingState state) {
      saved = state;
    }
  }

  /** A fit whose checkpoints and listener are given. */
  private record Case(String name, BiFunction<Checkpoints, TrainingListener, Model> fit) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Tgp small() {
    return Tgp.builder().inducing(7).threads(1).seed(3).plan(TrainingPlan.ofSteps(STEPS));
  }

  private static TrainingPlan minibatch() {
    return TrainingPlan.ofSteps(STEPS).withBatchSize(20).withNaturalStep(0.1);
  }

  private static Case tgp(String name, Tgp model, Matrix y) {
    return new Case(
        name, (c, listener) -> model.copy().checkpoints(c).listener(listener).fit(X, y));
  }

  private static Case deep(String name, TrainingPlan plan) {
    return new Case(
        name,
        (c, listener) ->
            DeepGp.builder()
                .inducing(6)
                .samples(5)
                .threads(2)
                .plan(plan)
                .validation(0.1)
                .checkpoints(c)
                .listener(listener)
                .fit(X, Y));
  }

  private static Case nonMarginal(String process, TrainingPlan plan) {
    NonMarginalTgp model =
        NonMarginalTgp.of(process).inducing(7).nodes(8).validation(0.1).plan(plan).threads(2);
    return new Case(
        process, (c, listener) -> model.copy().checkpoints(c).listener(listener).fit(X, Y));
  }

  static Stream<Case> cases() {
    TrainingPlan wild = TrainingPlan.ofSteps(STEPS).withLearningRate(9.9).withEarlyStopping(0, 2);
    TrainingPlan adam = TrainingPlan.ofSteps(STEPS).withNaturalStep(0);
    return Stream.of(
        tgp("svgp, full batch", small(), Y),
        tgp("svgp, collapsed", small().plan(TrainingPlan.collapsed(STEPS)), Y),
        tgp(
            "svgp, collapsed, in parts, validation",
            small()
                .plan(TrainingPlan.collapsed(STEPS).withHold("inducing", 0, 0.4))
                .validation(0.2)
                .threads(2),
            Y),
        tgp("svgp, Adam on q(u)", small().plan(adam), Y),
        tgp(
            "tgp, minibatches, two threads",
            small().flow("sal(2)").threads(2).plan(minibatch()),
            Y),
        tgp("tgp, minibatches", small().flow("sal(2)").plan(minibatch()), Y),
        tgp("dropout", small().flow("sal(1) @ mlp(6, tanh, dropout=0.5)").plan(minibatch()), Y),
        tgp("bayes", small().flow("sal(1) @ mlp(6, tanh, bayes)"), Y),
        tgp(
            "categorical",
            small().likelihood("categorical(3)").nodes(16).plan(minibatch()),
            CLASSES),
        tgp("diagonal", small().diagonalPosterior(true), Y),
        tgp("diagonal, Adam", small().diagonalPosterior(true).plan(adam), Y),
        tgp("divergences", small().divergence("renyi(0.5)").flow("sal(1)"), Y),
        tgp(
            "validation and patience",
            small().validation(0.2).plan(minibatch().withEarlyStopping(1, 1).withLearningRate(1.0)),
            Y),
        tgp("restored", small().flow("sal(2)").plan(wild), Y),
        tgp(
            "restored, Adam, minibatches",
            small().flow("sal(2)").plan(wild.withBatchSize(30).withNaturalStep(0)),
            Y),
        deep("deep, full batch", TrainingPlan.ofSteps(STEPS).withNaturalStep(0.1)),
        deep("deep, minibatches", minibatch()),
        nonMarginal("t-process(4, learnt)", minibatch()),
        nonMarginal("conditioned-flow(4)", TrainingPlan.ofSteps(STEPS).withNaturalStep(0)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void resumedIsUninterrupted(Case c) {
    Model whole = c.fit().apply(Checkpoints.NONE, TrainingListener.SILENT);
    for (int stop : new int[] {1, 10, 17, STEPS}) {
      Memory first = new Memory(null, stop);
      Model stopped =
          c.fit()
              .apply(
                  first, p -> p.phase() == TrainingListener.Phase.PLAIN_START || p.step() < stop);
      assertThat(stopped.trainingResult().steps()).isLessThanOrEqualTo(stop);
      if (first.saved == null) { // patience ended the run before
        assertThat(whole.trainingResult().steps()).isLessThan(stop);
        continue;
      }
      Model resumed = c.fit().apply(new Memory(first.saved, 0), TrainingListener.SILENT);
      same(resumed, whole);
    }
  }

  @Test
  void theCasesMeetWhatTheyAreFor() {
    List<Integer> restores = new ArrayList<>();
    List<Integer> steps = new ArrayList<>();
    for (Case c : cases().toList()) {
      Model model = c.fit().apply(Checkpoints.NONE, TrainingListener.SILENT);
      restores.add(model.trainingResult().restores());
      steps.add(model.trainingResult().steps());
    }
    assertThat(restores).as("one case restores").anyMatch(r -> r > 0);
    assertThat(steps).as("one case runs out of patience").anyMatch(s -> s < STEPS);
  }

  private static void same(Model actual, Model expected) {
    assertThat(actual.parameterNames()).isEqualTo(expected.parameterNames());
    for (String name : expected.parameterNames()) {
      assertThat(actual.parameter(name)).as(name).isEqualTo(expected.parameter(name));
    }
    assertThat(actual.trainingResult().steps()).isEqualTo(expected.trainingResult().steps());
    assertThat(actual.trainingResult().bound()).isEqualTo(expected.trainingResult().bound());
    assertThat((Object) actual.trainingResult().validation())
        .isEqualTo(expected.trainingResult().validation());
    assertThat(actual.trainingResult().restores()).isEqualTo(expected.trainingResult().restores());
    assertThat(actual.trainingResult().jitter()).isEqualTo(expected.trainingResult().jitter());
    Matrix rows = X.rowRange(0, 9);
    if (expected.likelihood(0).classes() > 0) {
      assertThat(actual.predict(rows).classProbabilities())
          .isDeepEqualTo(expected.predict(rows).classProbabilities());
    } else {
      assertThat(actual.predict(rows).mean()).isEqualTo(expected.predict(rows).mean());
      assertThat(actual.predict(rows).variance()).isEqualTo(expected.predict(rows).variance());
    }
  }

  @Test
  void theTimeLimitCountsAllSittings() {
    Memory first = new Memory(null, 5);
    small().checkpoints(first).listener(p -> p.step() < 5).fit(X, Y);
    assertThat(first.saved.step()).isEqualTo(5);
    assertThat(first.saved.nanos()).isPositive();
    Tgp limited =
        small()
            .plan(
                TrainingPlan.ofSteps(STEPS)
                    .withTimeLimit(java.time.Duration.ofNanos(first.saved.nanos())));
    TgpModel model = limited.checkpoints(new Memory(first.saved, 0)).fit(X, Y);
    assertThat(model.trainingResult().steps()).as("no time was left").isEqualTo(5);
  }

  @Test
  void anotherRunsStateIsRefused() {
    Memory first = new Memory(null, 5);
    small().checkpoints(first).listener(p -> p.step() < 5).fit(X, Y);
    Checkpoints other = new Memory(first.saved, 0);
    assertThatThrownBy(() -> small().seed(4).checkpoints(other).fit(X, Y))
        .hasMessageContaining("rows, batch size and seed")
        .hasMessageContaining("resume with the data and settings");
    assertThatThrownBy(() -> small().inducing(6).checkpoints(other).fit(X, Y))
        .hasMessageContaining("resume with the data and settings");
    assertThatThrownBy(() -> small().diagonalPosterior(true).checkpoints(other).fit(X, Y))
        .hasMessageContaining("another kind or size");
    assertThatThrownBy(
            () ->
                small()
                    .plan(TrainingPlan.ofSteps(STEPS).withNaturalStep(0))
                    .checkpoints(other)
                    .fit(X, Y))
        .hasMessageContaining("adam-posterior-0");
  }

  @Test
  void copiesSaveTheirStatesToo() {
    Memory memory = new Memory(null, 2);
    small().divergence("renyi(0.5)").checkpoints(memory).copy().fit(X, Y);
    assertThat(memory.saved).isNotNull();
  }
}
