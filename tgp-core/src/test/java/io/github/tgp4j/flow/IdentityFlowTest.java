package io.github.tgp4j.flow;

class IdentityFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.identity();
  }
}
