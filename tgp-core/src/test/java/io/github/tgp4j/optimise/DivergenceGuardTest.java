package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import io.github.tgp4j.param.Parameters;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DivergenceGuardTest {
  private static final double FALL = 100.0;

  private Parameters parameters;
  private DivergenceGuard guard;

  @BeforeEach
  void noisyBounds() {
    parameters = new Parameters();
    parameters.add(Parameter.of("p", Constraints.REAL, 0.0));
    guard =
        new DivergenceGuard(
            new DivergenceGuard.Rule(0.05, FALL, 10),
            () -> new Snapshot(parameters, List.of()),
            () -> {});
    for (int step = 0; step <= 20; step++) {
      assertThat(guard.accepts(step, -10.0)).isTrue();
    }
  }

  @Test
  void oneWildBatchTellsLittleAboutTheState() {
    parameters.set("p", new double[] {1.0});
    assertThat(guard.isWild(-1e9)).isTrue();
    assertThat(guard.isWild(-10.0 - 0.9 * FALL)).isFalse();
    assertThat(guard.accepts(21, -1e9)).isTrue();
    assertThat(guard.accepts(22, -10.0)).isTrue();
    assertThat(guard.restores()).isZero();
    assertThat(guard.smoothBound()).isGreaterThan(-10.0 - FALL);
  }

  @Test
  void manyOfThemAreTakenBack() {
    parameters.set("p", new double[] {1.0});
    int step = 21;
    while (guard.accepts(step, -1e9)) {
      step++;
    }
    assertThat(step - 21).isBetween(2, 10);
    assertThat(guard.restores()).isEqualTo(1);
    assertThat(guard.shrink()).isEqualTo(0.5);
    assertThat(parameters.value()[0]).isZero();
  }

  @Test
  void fallsBackWhenRestartsAreUsedUp() {
    int step = 21;
    while (!guard.isExhausted()) {
      parameters.set("p", new double[] {1.0});
      guard.accepts(step++, Double.NaN);
    }
    assertThat(guard.restores()).isEqualTo(31);
    assertThat(parameters.value()[0]).as("the best state so far").isZero();
  }

  @Test
  void failsWhenNoBoundWasEverFinite() {
    DivergenceGuard hopeless =
        new DivergenceGuard(
            new DivergenceGuard.Rule(0.05, FALL, 10),
            () -> new Snapshot(parameters, List.of()),
            () -> {});
    assertThatThrownBy(
            () -> {
              for (int step = 0; step < 100; step++) {
                hopeless.accepts(step, Double.NaN);
              }
            })
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("bound is NaN at step 30 after 30 restarts");
  }
}
