package io.github.tgp4j.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AdamTest {
  /**
   * μ = 0.2, ν = 0.004, unbiased 2 and 4; then μ = 0.08, ν = 0.004996, unbiased 8/19 and 2.4992496.
   */
  @Test
  void twoStepsByHand() {
    Adam adam = new Adam(3);
    double[] values = {7, 1, 7};
    adam.begin();
    adam.move(values, new double[] {9, 2, 9}, 1, 1, 0.1);
    assertThat(values[1]).isCloseTo(1 + 0.1 * 2 / (2 + 1e-8), within(1e-15));
    double before = values[1];
    adam.begin();
    adam.move(values, new double[] {9, -1, 9}, 1, 1, 0.1);
    double first = (0.9 * 0.2 - 0.1) / (1 - 0.81);
    double second = (0.999 * 0.004 + 0.001) / (1 - 0.998001);
    assertThat(values[1])
        .isCloseTo(before + 0.1 * first / (Math.sqrt(second) + 1e-8), within(1e-14));
    assertThat(values[0]).as("outside the slice").isEqualTo(7);
    assertThat(values[2]).isEqualTo(7);
  }

  @Test
  void resetForgets() {
    Adam adam = new Adam(1);
    double[] fresh = {0};
    adam.begin();
    adam.move(fresh, new double[] {1e6}, 0, 1, 0.1);
    adam.reset();
    double[] again = {0};
    adam.begin();
    adam.move(again, new double[] {-3}, 0, 1, 0.1);
    assertThat(again[0]).isCloseTo(-0.1, within(1e-9));
  }

  /** A gradient a million times the usual one, once, and the value moves on as it did before. */
  @Test
  void oneHugeGradientIsForgottenSoon() {
    Adam adam = new Adam(1);
    double[] at = {0};
    for (int i = 0; i < 200; i++) {
      adam.begin();
      adam.move(at, new double[] {i == 100 ? 1e6 : 1.0}, 0, 1, 0.01);
    }
    assertThat(at[0]).isBetween(1.75, 2.2);
  }

  @Test
  void climbsAHill() {
    Adam adam = new Adam(2);
    double[] at = {3, -4};
    for (int i = 0; i < 2000; i++) {
      double[] gradient = {-2 * (at[0] - 1), -20 * (at[1] - 0.5)};
      adam.begin();
      adam.move(at, gradient, 0, 2, 0.02);
    }
    assertThat(at).containsExactly(new double[] {1, 0.5}, within(1e-3));
  }
}
