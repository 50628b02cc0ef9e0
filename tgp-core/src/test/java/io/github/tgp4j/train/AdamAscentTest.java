package io.github.tgp4j.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import org.junit.jupiter.api.Test;

class AdamAscentTest {
  private static final TrainingPlan PLAN = TrainingPlan.ofSteps(400).withLearningRate(0.1);
  private final Parameters parameters = new Parameters();

  AdamAscentTest() {
    parameters.add(Parameter.of("p", Constraints.LOG_POSITIVE, 3.0));
    parameters.add(Parameter.of("q", Constraints.REAL, 5.0).fixed());
  }

  /** log p − p, highest at 1; undefined at every {@code badEvery}-th step. */
  private double value(int step, double[] valueBar, int badEvery) {
    double p = parameters.value()[0];
    valueBar[0] = 1 / p - 1;
    valueBar[1] = 9;
    return step % badEvery == badEvery - 1 ? Double.NaN : Math.log(p) - p;
  }

  @Test
  void climbsToTheTopAndHoldsWhatIsFixed() {
    Trainer.Result result =
        AdamAscent.climb(
            parameters, (step, bar) -> value(step, bar, 1000), PLAN, TrainingListener.SILENT);
    assertThat(parameters.value()).containsExactly(new double[] {1, 5}, within(1e-3));
    assertThat(result.bound()).isCloseTo(-1, within(1e-4));
    assertThat(result.restores()).isZero();
  }

  @Test
  void comesBackFromBadSteps() {
    Trainer.Result result =
        AdamAscent.climb(
            parameters, (step, bar) -> value(step, bar, 90), PLAN, TrainingListener.SILENT);
    assertThat(result.restores()).isEqualTo(4);
    assertThat(parameters.value()[0]).isCloseTo(1, within(0.1));
  }

  @Test
  void saysWhenThereIsNoHope() {
    assertThatThrownBy(
            () ->
                AdamAscent.climb(
                    parameters, (step, bar) -> value(step, bar, 1), PLAN, TrainingListener.SILENT))
        .hasMessageContaining("bound is NaN at step 0");
  }

  @Test
  void listenersCanStopIt() {
    Trainer.Result result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> value(step, bar, 1000),
            PLAN,
            progress -> progress.step() < 7);
    assertThat(result.steps()).isEqualTo(7);
  }
}
