package io.github.tgp4j.flow;

import io.github.tgp4j.testing.FlowContract;

class TanhFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.tanh();
  }
}
