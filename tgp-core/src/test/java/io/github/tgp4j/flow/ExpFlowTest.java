package io.github.tgp4j.flow;

class ExpFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.exp();
  }
}
