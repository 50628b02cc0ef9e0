package io.github.tgp4j.flow;

class LogFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.log();
  }
}
