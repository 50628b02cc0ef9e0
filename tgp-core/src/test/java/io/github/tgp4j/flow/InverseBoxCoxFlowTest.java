package io.github.tgp4j.flow;

class InverseBoxCoxFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.inverse(Flows.boxCox());
  }
}
