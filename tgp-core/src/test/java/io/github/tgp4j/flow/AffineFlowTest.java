package io.github.tgp4j.flow;

class AffineFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.affine();
  }
}
