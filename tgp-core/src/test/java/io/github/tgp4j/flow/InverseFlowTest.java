package io.github.tgp4j.flow;

import org.junit.jupiter.api.Nested;

class InverseFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.inverse(Flows.sinhArcsinh());
  }

  @Nested
  class TanhSum extends FlowContract {
    @Override
    Flow flow() {
      return Flows.inverse(Flows.tanhSum(2));
    }
  }

  @Nested
  class Softplus extends FlowContract {
    @Override
    Flow flow() {
      return Flows.inverse(Flows.softplus());
    }
  }

  @Nested
  class Composite extends FlowContract {
    @Override
    Flow flow() {
      return Flows.inverse(Flows.compose(Flows.sal(1), Flows.softplus()));
    }
  }

  @Nested
  class Sinh extends FlowContract {
    @Override
    Flow flow() {
      return Flows.inverse(Flows.sinh());
    }
  }

  @Nested
  class ThetaDependentRange extends FlowContract {
    @Override
    Flow flow() {
      return Flows.inverse(Flows.compose(Flows.exp(), Flows.affine()));
    }
  }
}
