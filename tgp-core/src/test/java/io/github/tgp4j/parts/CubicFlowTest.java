package io.github.tgp4j.parts;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.testing.FlowContract;

class CubicFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return new CubicFlow(0.25);
  }
}
