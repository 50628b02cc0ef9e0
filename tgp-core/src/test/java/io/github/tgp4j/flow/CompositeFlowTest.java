package io.github.tgp4j.flow;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Nested;

class CompositeFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.compose(Flows.sal(2), Flows.softplus());
  }

  @Nested
  class Sal extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.sal(3);
    }
  }

  @Nested
  class AffineThenExp extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.compose(Flows.affine(), Flows.exp());
    }
  }

  @Nested
  class ExpThenLog extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.compose(Flows.exp(), Flows.scale(), Flows.log());
    }
  }

  @Nested
  class SalThenInverseBoxCox extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.compose(Flows.sal(1), Flows.inverse(Flows.boxCox()), Flows.affine());
    }
  }

  @Nested
  class TanhSums extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.compose(Flows.tanhSum(2), Flows.affine(), Flows.tanhSum(2), Flows.affine());
    }
  }
}
