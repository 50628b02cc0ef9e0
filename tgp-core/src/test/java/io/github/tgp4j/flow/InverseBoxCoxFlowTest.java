package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Test;

class InverseBoxCoxFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.inverse(Flows.boxCox());
  }

  /** For λ = ½ the chord is |λ·f + 1| &lt; 1e-3, g = (λ·f + 1)·ε^(1−λ). */
  @Test
  void hasTheChordsDerivatives() {
    double lambda = 0.5;
    double f = -2.0 + 4e-4;
    double[] theta = {lambda};
    double[] g = new double[1];
    double[] bar = {1.0};
    double[] fBar = new double[1];
    double[] thetaBar = new double[1];
    double[] logThetaBar = new double[1];
    double[] tape = new double[2];
    double[] at = {f};
    flow().forward(theta, 0, at, 0, g, 0, 1, tape, 0);
    flow().pullback(theta, 0, at, 0, g, 0, bar, 0, 1, tape, 0, thetaBar);
    flow().logDerivativePullback(theta, 0, at, 0, new double[] {1.0}, 0, fBar, 0, 1, logThetaBar);
    assertThat(g[0]).isCloseTo(2e-4 * 1e-3, offset(1e-15));
    assertThat(bar[0]).isCloseTo(lambda * 1e-3, offset(1e-12));
    double h = 1e-6;
    double byLambda =
        (InverseBoxCoxFlow.value(lambda + h, f) - InverseBoxCoxFlow.value(lambda - h, f)) / (2 * h);
    assertThat(thetaBar[0]).isCloseTo(byLambda, offset(1e-9));
    assertThat(fBar[0]).isZero();
    assertThat(logThetaBar[0]).isCloseTo(1 / lambda - Math.log(1e-6), offset(1e-12));
  }
}
