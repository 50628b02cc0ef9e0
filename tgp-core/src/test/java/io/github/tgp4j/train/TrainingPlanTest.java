package io.github.tgp4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TrainingPlanTest {
  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(300);

  @Test
  void learningRateFallsByACosineToAHundredth() {
    TrainingPlan plan = PLAN.withLearningRate(0.1).withDecayFrom(0.5);
    assertThat(plan.learningRateAt(0.0)).isEqualTo(0.1);
    assertThat(plan.learningRateAt(0.5)).isEqualTo(0.1);
    assertThat(plan.learningRateAt(0.75)).isCloseTo(0.1 * 0.505, within(1e-15));
    assertThat(plan.learningRateAt(1.0)).isCloseTo(0.001, within(1e-15));
    assertThat(plan.withDecayFrom(1.0).learningRateAt(1.0)).isEqualTo(0.1);
  }

  @Test
  void naturalStepRises() {
    TrainingPlan plan = PLAN.withNaturalStep(0.4).withRampSteps(10);
    assertThat(plan.naturalStepAt(0)).isCloseTo(0.02, within(1e-15));
    assertThat(plan.naturalStepAt(5)).isCloseTo(0.4 * 0.525, within(1e-15));
    assertThat(plan.naturalStepAt(10)).isEqualTo(0.4);
    assertThat(plan.naturalStepAt(1000)).isEqualTo(0.4);
    assertThat(plan.withRampSteps(0).naturalStepAt(0)).isEqualTo(0.4);
  }

  @Test
  void holdsByPrefixAndShare() {
    TrainingPlan plan = PLAN.withHold("likelihood", 0, 0.5).withHold("covariance", 0.2, 0.3);
    assertThat(plan.isHeld("likelihood.noise-variance", 0.0)).isTrue();
    assertThat(plan.isHeld("likelihood-1.scale", 0.499)).isTrue();
    assertThat(plan.isHeld("likelihood.noise-variance", 0.5)).isFalse();
    assertThat(plan.isHeld("covariance.variance", 0.1)).isFalse();
    assertThat(plan.isHeld("covariance.variance", 0.2)).isTrue();
    assertThat(plan.isHeld("inducing", 0.25)).isFalse();
    assertThat(PLAN.holds()).as("the original is untouched").isEmpty();
  }

  @Test
  void withersChangeOneThing() {
    TrainingPlan plan =
        PLAN.withSteps(5)
            .withTimeLimit(Duration.ofSeconds(9))
            .withBatchSize(64)
            .withEarlyStopping(3, 7)
            .withSeed(42);
    assertThat(plan)
        .isEqualTo(
            new TrainingPlan(
                TrainingPlan.Method.STOCHASTIC,
                5,
                Duration.ofSeconds(9),
                64,
                PLAN.learningRate(),
                PLAN.decayFrom(),
                PLAN.naturalStep(),
                PLAN.rampSteps(),
                PLAN.holds(),
                3,
                7,
                42));
  }

  @Test
  void timeThatIsGoneIsTakenOffTheLimit() {
    TrainingPlan plan = PLAN.withTimeLimit(Duration.ofSeconds(9));
    assertThat(plan.less(Duration.ofSeconds(2)).timeLimit()).isEqualTo(Duration.ofSeconds(7));
    assertThat(plan.less(Duration.ofSeconds(20)).timeLimit()).isPositive();
    assertThat(PLAN.less(Duration.ofSeconds(2))).isEqualTo(PLAN);
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake(() -> TrainingPlan.ofSteps(0), "steps: expected at least 1 but got 0"),
        mistake(() -> PLAN.withBatchSize(0), "batch size: expected at least 1 but got 0"),
        mistake(
            () -> TrainingPlan.collapsed(9).withBatchSize(64),
            "batch size: expected none with the collapsed bound, which takes all rows, but got 64"),
        mistake(() -> PLAN.withLearningRate(0), "learning rate: expected a value between 0 and 10"),
        mistake(() -> PLAN.withLearningRate(Double.NaN), "but got NaN"),
        mistake(() -> PLAN.withDecayFrom(1.1), "decay from: expected a share between 0 and 1"),
        mistake(() -> PLAN.withNaturalStep(1.5), "natural step: expected a value between 0 and 1"),
        mistake(() -> PLAN.withNaturalStep(Double.NaN), "but got NaN"),
        mistake(() -> PLAN.withRampSteps(-1), "ramp steps: expected 0 or more but got -1"),
        mistake(() -> PLAN.withEarlyStopping(2, 0), "check every: expected at least 1 but got 0"),
        mistake(() -> PLAN.withEarlyStopping(-2, 5), "patience: expected 0 or more but got -2"),
        mistake(() -> PLAN.withTimeLimit(Duration.ZERO), "time limit: expected more than 0"),
        mistake(() -> PLAN.withHold("q", 0.5, 0.2), "hold q: expected 0 ≤ from ≤ to ≤ 1"),
        mistake(() -> PLAN.withHold("q", Double.NaN, 1), "but got NaN"));
  }

  private static Arguments mistake(ThrowingCallable call, String words) {
    return Arguments.of(call, words);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakesAreNamed(ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void collapsedStepsRefuseWhatTheyWouldIgnore() {
    TrainingPlan collapsed = TrainingPlan.collapsed(10);
    assertThatThrownBy(() -> collapsed.withLearningRate(0.1)).hasMessageContaining("learning rate");
    assertThatThrownBy(() -> collapsed.withDecayFrom(0.5)).hasMessageContaining("decay from");
    assertThatThrownBy(() -> collapsed.withNaturalStep(0.1)).hasMessageContaining("natural step");
    assertThatThrownBy(() -> collapsed.withRampSteps(3)).hasMessageContaining("ramp steps");
  }
}
