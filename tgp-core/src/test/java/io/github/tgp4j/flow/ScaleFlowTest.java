package io.github.tgp4j.flow;

class ScaleFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.scale();
  }
}
