package io.github.tgp4j.flow;

class BoxCoxFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.boxCox();
  }
}
