package io.github.tgp4j.flow;

class ArcsinhFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.arcsinh();
  }
}
