package io.github.tgp4j.examples;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.testing.FlowContract;

/** The library's contract tests, on a flow of one's own. */
class CubicFlowTest extends FlowContract {
  @Override
  protected Flow flow() {
    return new CubicFlow(0.3);
  }
}
