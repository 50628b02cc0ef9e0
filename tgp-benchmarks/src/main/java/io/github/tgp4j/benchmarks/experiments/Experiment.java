package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;

/** One of the paper's experiments, or a step of our own on the way to them. */
interface Experiment {
  /** What {@code ./bench} calls it, and what its rows and its page are called. */
  String name();

  void run(ExperimentOptions options) throws IOException;
}
