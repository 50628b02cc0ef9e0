package io.github.tgp4j.flow;

class TukeyFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.tukey();
  }
}
