package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingListener.Phase;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Time limits, cancelling, listeners and histories of every builder and phase. */
class FitLimitsTest {
  private static final int N = 40;
  private static final double[][] X = new double[N][1];
  private static final double[] Y = new double[N];

  static {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < N; i++) {
      X[i][0] = random.nextDouble(-2, 2);
      Y[i] = Math.sinh(Math.sin(2 * X[i][0])) + 0.1 * random.nextGaussian();
    }
  }

  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(12);

  /** One builder of each kind, and how it fits. */
  record Kind<B extends FitBuilder<B>>(
      String name, Supplier<B> builder, Function<B, TrainingResult> fit) {
    TrainingResult fitted(Function<B, B> change) {
      return fit.apply(change.apply(builder.get()));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Tgp tgp() {
    return Tgp.builder().inducing(8).threads(1).plan(PLAN);
  }

  static List<Kind<?>> kinds() {
    return List.of(
        new Kind<Tgp>("svgp", () -> tgp(), b -> b.fit(X, Y).trainingResult()),
        new Kind<Tgp>(
            "collapsed",
            () -> tgp().plan(TrainingPlan.collapsed(5)),
            b -> b.fit(X, Y).trainingResult()),
        new Kind<Tgp>("tgp", () -> tgp().flow("sal(1)"), b -> b.fit(X, Y).trainingResult()),
        new Kind<Tgp>(
            "minibatches",
            () -> tgp().flow("sal(1)").plan(PLAN.withBatchSize(10)),
            b -> b.fit(X, Y).trainingResult()),
        new Kind<DeepGp>(
            "deep",
            () -> DeepGp.builder().inducing(5).threads(1).plan(PLAN),
            b -> b.fit(X, Y).trainingResult()),
        new Kind<WarpedGp>(
            "exact", () -> WarpedGp.builder().warp("sal(1)"), b -> b.fit(X, Y).trainingResult()),
        new Kind<TransformedPriorGp>(
            "g-sp",
            () -> TransformedPriorGp.builder().plan(PLAN),
            b -> b.fit(X, Y).model().trainingResult()),
        new Kind<NonMarginalTgp>(
            "t-process",
            () -> NonMarginalTgp.of("t-process(4)").inducing(8).threads(1).plan(PLAN),
            b -> b.fit(X, Y).trainingResult()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <B extends FitBuilder<B>> void aShortLimitLeavesOneStep(Kind<B> kind) {
    List<TrainingListener.Progress> heard = new ArrayList<>();
    TrainingResult result =
        kind.fitted(b -> b.timeLimit(Duration.ofNanos(1)).listener(p -> heard.add(p)));
    assertThat(result.ended()).isEqualTo(Ended.TIME_LIMIT);
    assertThat(heard).hasSize(1);
    assertThat(result.history()).isEqualTo(heard);
    assertThat(result.bound()).isFinite();
    assertThat(result.validation()).isNaN();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <B extends FitBuilder<B>> void nothingIsLeftOfAFitThatIsCancelledAtOnce(Kind<B> kind) {
    assertThatThrownBy(() -> kind.fitted(b -> b.cancelWhen(() -> true)))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("before its first step");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <B extends FitBuilder<B>> void conditionsAndListenersCancel(Kind<B> kind) {
    int[] heard = {0};
    TrainingResult byListener = kind.fitted(b -> b.listener(p -> ++heard[0] < 3));
    assertThat(heard[0]).isEqualTo(3);
    int[] asked = {0};
    TrainingResult byCondition = kind.fitted(b -> b.cancelWhen(() -> ++asked[0] > 3));
    for (TrainingResult result : List.of(byListener, byCondition)) {
      assertThat(result.ended()).isEqualTo(Ended.CANCELLED);
      assertThat(result.history()).hasSize(3);
      assertThat(result.bound()).isFinite();
    }
    assertThat(byListener.bound()).isEqualTo(byCondition.bound());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <B extends FitBuilder<B>> void interruptsCancelAndStay(Kind<B> kind) {
    TrainingResult result;
    boolean stays;
    try {
      result =
          kind.fitted(
              b ->
                  b.listener(
                      p -> {
                        Thread.currentThread().interrupt();
                        return true;
                      }));
    } finally {
      stays = Thread.interrupted();
    }
    assertThat(stays).as("interrupted status").isTrue();
    assertThat(result.ended()).isEqualTo(Ended.CANCELLED);
    assertThat(result.history()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  <B extends FitBuilder<B>> void nullsAreRefusedAtOnce(Kind<B> kind) {
    B builder = kind.builder().get();
    assertThatThrownBy(() -> builder.listener(null)).hasMessageContaining("listener");
    assertThatThrownBy(() -> builder.timeLimit(null)).hasMessageContaining("time limit");
    assertThatThrownBy(() -> builder.timeLimit(Duration.ZERO)).hasMessageContaining("PT0S");
    assertThatThrownBy(() -> builder.cancelWhen(null)).hasMessageContaining("condition");
  }

  @Test
  void thePlainStartIsAPhaseOfItsOwn() {
    TgpModel model = tgp().flow("sal(1)").fit(X, Y);
    List<Phase> phases = model.history().stream().map(TrainingListener.Progress::phase).toList();
    assertThat(phases).startsWith(Phase.PLAIN_START).endsWith(Phase.MAIN).isSorted();
    assertThat(phases.stream().filter(p -> p == Phase.MAIN)).hasSize(12);
    assertThat(model.trainingResult().steps()).isEqualTo(12);
    assertThat(model.trainingResult().ended()).isEqualTo(Ended.STEPS);
  }

  /** Cancelled before the flow's first step: the plain GP that it would have started from. */
  @Test
  void whatThePlainStartReachedIsKept() {
    int[] steps = {0};
    TgpModel plain = tgp().weakPriors(false).plan(TrainingPlan.collapsed(5)).fit(X, Y);
    TgpModel model = tgp().flow("sal(1)").listener(p -> ++steps[0] < 5).fit(X, Y);
    assertThat(model.trainingResult().steps()).isZero();
    assertThat(model.trainingResult().ended()).isEqualTo(Ended.CANCELLED);
    assertThat(model.trainingResult().bound())
        .isCloseTo(plain.trainingResult().bound(), org.assertj.core.api.Assertions.within(1e-2));
    Matrix x = Matrix.of(X);
    assertThat(model.predict(x).mean()[3])
        .isCloseTo(plain.predict(x).mean()[3], org.assertj.core.api.Assertions.within(1e-6));
  }

  @Test
  void endsByEarlyStoppingAndConvergence() {
    TgpModel stopped =
        tgp()
            .validation(0.3)
            .plan(TrainingPlan.ofSteps(500).withEarlyStopping(1, 1).withLearningRate(2.0))
            .fit(X, Y);
    assertThat(stopped.trainingResult().ended()).isEqualTo(Ended.EARLY_STOPPED);
    assertThat(stopped.trainingResult().validation()).isFinite();
    TgpModel converged = tgp().plan(TrainingPlan.collapsed(10_000)).fit(X, Y);
    assertThat(converged.trainingResult().ended()).isEqualTo(Ended.CONVERGED);
  }

  /** Without a check of the plan's before the end, the last state is scored. */
  @Test
  void aCancelledRunHasAScoreToo() {
    TgpModel model = tgp().validation(0.3).listener(p -> p.step() < 7).fit(X, Y);
    assertThat(model.trainingResult().validation()).isFinite();
  }
}
