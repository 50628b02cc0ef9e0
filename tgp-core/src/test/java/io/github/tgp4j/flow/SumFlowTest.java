package io.github.tgp4j.flow;

import io.github.tgp4j.testing.FlowContract;
import org.junit.jupiter.api.Nested;

class SumFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.tanhSum(3);
  }

  @Nested
  class BoundedTanh extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.boundedTanhSum(3);
    }
  }

  @Nested
  class Arcsinh extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.arcsinhSum(2);
    }
  }

  @Nested
  class LogExp extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.logExpSum(2);
    }
  }

  @Nested
  class BoxCox extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.boxCoxSum(2);
    }
  }

  @Nested
  class InverseBoxCox extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.inverseBoxCoxSum(2);
    }
  }

  @Nested
  class Weighted extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.weightedSum(Flows.identity(), Flows.sal(1), Flows.exp());
    }
  }

  @Nested
  class PositiveOnly extends FlowContract {
    @Override
    protected Flow flow() {
      return Flows.sum(Flows.log(), Flows.identity());
    }
  }
}
