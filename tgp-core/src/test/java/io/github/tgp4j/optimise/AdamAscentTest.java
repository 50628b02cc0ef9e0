package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
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
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> value(step, bar, 1000),
            PLAN,
            TrainingControl.of(TrainingListener.SILENT));
    assertThat(parameters.value()).containsExactly(new double[] {1, 5}, within(1e-3));
    assertThat(result.bound()).isCloseTo(-1, within(1e-4));
    assertThat(result.restores()).isZero();
  }

  @Test
  void comesBackFromBadSteps() {
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> value(step, bar, 90),
            PLAN,
            TrainingControl.of(TrainingListener.SILENT));
    assertThat(result.restores()).isEqualTo(4);
    assertThat(parameters.value()[0]).isCloseTo(1, within(0.1));
  }

  @Test
  void endsNoLowerThanItBegan() {
    parameters.set("p", new double[] {1.0});
    TrainingPlan plan = TrainingPlan.ofSteps(30).withLearningRate(0.5);
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> {
              double value = value(step, bar, 1000);
              bar[0] += step % 7 - 2.0; // a wrong slope leads away from the top
              return value;
            },
            plan,
            TrainingControl.of(TrainingListener.SILENT));
    assertThat(parameters.value()[0]).isEqualTo(1.0);
    assertThat(result.bound()).isEqualTo(-1.0);
  }

  @Test
  void fallsBackToTheBestStateWhenNoStepIsGood() {
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> {
              double value = value(step, bar, 100_000);
              return step > 100 && step < 300 ? Double.NaN : value;
            },
            PLAN,
            TrainingControl.of(TrainingListener.SILENT));
    assertThat(result.ended()).isEqualTo(Ended.FELL_BACK);
    assertThat(result.steps()).isEqualTo(132);
  }

  @Test
  void saysWhenThereIsNoHope() {
    assertThatThrownBy(
            () ->
                AdamAscent.climb(
                    parameters,
                    (step, bar) -> value(step, bar, 1),
                    PLAN,
                    TrainingControl.of(TrainingListener.SILENT)))
        .hasMessageContaining("bound is NaN at step 30 after 30 restarts");
  }

  @Test
  void listenersCanStopIt() {
    TrainingResult result =
        AdamAscent.climb(
            parameters,
            (step, bar) -> value(step, bar, 1000),
            PLAN,
            TrainingControl.of(progress -> progress.step() < 7));
    assertThat(result.steps()).isEqualTo(7);
  }
}
