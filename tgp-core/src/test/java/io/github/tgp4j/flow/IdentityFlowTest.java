package io.github.tgp4j.flow;

import io.github.tgp4j.testing.FlowContract;

class IdentityFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return Flows.identity();
  }
}
