package io.github.tgp4j.flow;

class TanhFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.tanh();
  }
}
