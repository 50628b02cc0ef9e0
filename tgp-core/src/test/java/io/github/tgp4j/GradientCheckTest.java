package io.github.tgp4j;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.testing.GradientCheck;
import org.junit.jupiter.api.Test;

class GradientCheckTest {
  private static final double[] POINT = {0.3, -1.7, 12.0};

  private static double objective(double[] x) {
    return Math.sin(x[0]) * x[1] + Math.exp(x[1]) + x[2] * x[2];
  }

  private static double[] gradient() {
    return new double[] {
      Math.cos(POINT[0]) * POINT[1], Math.sin(POINT[0]) + Math.exp(POINT[1]), 2 * POINT[2]
    };
  }

  @Test
  void acceptsTheGradient() {
    GradientCheck.check(GradientCheckTest::objective, POINT, gradient(), i -> "x" + i);
  }

  @Test
  void namesTheWorstCoordinateOfAWrongOne() {
    double[] wrong = gradient();
    wrong[1] += 1e-5;
    wrong[2] *= 1 + 1e-4;
    assertThatThrownBy(
            () -> GradientCheck.check(GradientCheckTest::objective, POINT, wrong, i -> "x" + i))
        .hasMessageContaining("x2: by hand");
    double[] nothing = gradient();
    nothing[0] = Double.NaN;
    assertThatThrownBy(
            () -> GradientCheck.check(GradientCheckTest::objective, POINT, nothing, i -> "x" + i))
        .hasMessageContaining("x0: by hand NaN");
  }
}
