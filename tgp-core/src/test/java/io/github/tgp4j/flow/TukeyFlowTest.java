package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Test;

class TukeyFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.tukey();
  }

  private double value(double g, double h, double f) {
    double[] out = new double[1];
    flow().forward(new double[] {g, h}, 0, new double[] {f}, 0, out, 0, 1, new double[2], 0);
    return out[0];
  }

  @Test
  void hasTheFormulasValues() {
    for (double g : new double[] {-1.5, -0.11, 0.09, 0.2, 2.0}) {
      for (double f : new double[] {-2.0, -0.5, 0.7, 1.3}) {
        double expected = Math.expm1(g * f) / g * Math.exp(0.15 * f * f);
        assertThat(value(g, 0.3, f)).isCloseTo(expected, offset(1e-13));
      }
    }
  }

  @Test
  void isSmoothWhereTheSkewVanishes() {
    assertThat(value(0.0, 0.2, 1.5)).isEqualTo(1.5 * Math.exp(0.1 * 2.25));
    assertThat(value(1e-9, 0.2, 1.5)).isCloseTo(value(-1e-9, 0.2, 1.5), offset(1e-8));
  }
}
