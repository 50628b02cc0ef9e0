package io.github.tgp4j.flow;

class SinhFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.sinh();
  }
}
