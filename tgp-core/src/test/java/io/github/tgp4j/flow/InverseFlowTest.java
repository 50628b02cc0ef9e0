package io.github.tgp4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InverseFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.inverse(Flows.sinhArcsinh());
  }

  @Nested
  class TanhSum extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.inverse(Flows.tanhSum(2));
    }
  }

  @Nested
  class Softplus extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.inverse(Flows.softplus());
    }
  }

  @Nested
  class Composite extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.inverse(Flows.compose(Flows.sal(1), Flows.softplus()));
    }
  }

  @Nested
  class Sinh extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.inverse(Flows.sinh());
    }
  }

  /** exp > affine starts at a, a parameter: below it the inverse stops, with derivative 0. */
  @Test
  void stopsWhereTheWrappedFlowDoesNotReach() {
    Flow flow = Flows.inverse(Flows.compose(Flows.exp(), Flows.affine()));
    double[] theta = {2.0, 3.0};
    double[] f = {-1.0, 2.0 + 3.0 * Math.E};
    double[] g = new double[2];
    double[] bar = {1.0, 1.0};
    double[] tape = new double[2 * flow.tapeWidth()];
    double[] thetaBar = new double[2];
    flow.forward(theta, 0, f, 0, g, 0, 2, tape, 0);
    flow.pullback(theta, 0, f, 0, g, 0, bar, 0, 2, tape, 0, thetaBar);
    assertThat(g[0]).isFinite().isLessThan(-1e100);
    assertThat(g[1]).isCloseTo(1.0, offset(1e-14));
    assertThat(bar[0]).isZero();
    assertThat(bar[1]).isCloseTo(1.0 / (3.0 * Math.E), offset(1e-15));
    assertThat(thetaBar[0]).isCloseTo(-1.0 / (3.0 * Math.E), offset(1e-15));
  }

  @Test
  void knowsInversesByName() {
    assertThat(Flows.inverse(Flows.exp())).isEqualTo(Flows.log());
    assertThat(Flows.inverse(Flows.log())).isEqualTo(Flows.exp());
    assertThat(Flows.inverse(Flows.identity())).isEqualTo(Flows.identity());
    assertThat(Flows.inverse(Flows.inverse(Flows.boxCox()))).isEqualTo(Flows.boxCox());
    assertThat(Flows.inverse(Flows.inverse(Flows.tanhSum(2)))).isEqualTo(Flows.tanhSum(2));
    assertThat(Flows.inverse(Flows.sal(1))).hasToString("inverse(affine) > inverse(sinh-arcsinh)");
  }
}
