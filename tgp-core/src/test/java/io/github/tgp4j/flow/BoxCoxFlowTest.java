package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Test;

class BoxCoxFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.boxCox();
  }

  @Test
  void hasTheFormulasValues() {
    assertThat(BoxCoxFlow.value(0.5, 4.0)).isEqualTo(2.0);
    assertThat(BoxCoxFlow.value(0.5, -4.0)).isEqualTo(-6.0);
    assertThat(BoxCoxFlow.value(1.0, 0.3)).isEqualTo(0.3 - 1.0);
    assertThat(InverseBoxCoxFlow.value(0.5, 2.0)).isCloseTo(4.0, offset(1e-14));
  }

  /** The chord from −1e-6 to 1e-6: its slope at 0 is ε^(λ−1)/λ, and it meets the power. */
  @Test
  void crossesZeroOnAChord() {
    double[] theta = {0.5};
    double[] f = {0.0, 1e-6 * (1 - 1e-9), 1e-6 * (1 + 1e-9)};
    double[] g = new double[3];
    double[] bar = {1.0, 1.0, 1.0};
    double[] tape = new double[3 * flow().tapeWidth()];
    flow().forward(theta, 0, f, 0, g, 0, 3, tape, 0);
    flow().pullback(theta, 0, f, 0, g, 0, bar, 0, 3, tape, 0, new double[1]);
    assertThat(g[0]).isEqualTo(-2.0);
    assertThat(g[2]).isCloseTo(g[1], offset(1e-9)).isCloseTo(2 * (1e-3 - 1), offset(1e-9));
    assertThat(bar[0]).isCloseTo(2000.0, offset(1e-6));
    assertThat(bar[2]).isCloseTo(1000.0, offset(1e-3));
  }
}
