package io.github.tgp4j.flow;

class SinhArcsinhFlowTest extends FlowContract {
  @Override
  Flow flow() {
    return Flows.sinhArcsinh();
  }
}
