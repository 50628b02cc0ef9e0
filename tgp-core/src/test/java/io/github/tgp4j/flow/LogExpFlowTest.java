package io.github.tgp4j.flow;

class LogExpFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.logExp();
  }
}
