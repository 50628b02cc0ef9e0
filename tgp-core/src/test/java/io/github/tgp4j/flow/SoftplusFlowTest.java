package io.github.tgp4j.flow;

class SoftplusFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.softplus();
  }
}
