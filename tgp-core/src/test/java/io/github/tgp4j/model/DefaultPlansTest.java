package io.github.tgp4j.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.train.TrainingPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultPlansTest {
  /** A flow must not begin below the plain GP that the same number of steps reaches. */
  @ParameterizedTest
  @CsvSource({"4000, 1000, 150", "4001, 10, 150", "4001, 700, 700", "4001, 4000, 1000"})
  void theStartOfAFlowIsAsLongAsItsPlan(int rows, int steps, int expected) {
    TrainingPlan plan = DefaultPlans.plainStart(rows, TrainingPlan.ofSteps(steps));
    assertThat(plan.steps()).isEqualTo(expected);
    assertThat(plan.method()).isEqualTo(TrainingPlan.Method.COLLAPSED);
  }
}
