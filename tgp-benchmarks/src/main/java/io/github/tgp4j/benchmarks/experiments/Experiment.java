package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.util.Set;

/** One of the paper's experiments, or a step of our own on the way to them. */
interface Experiment {
  /** What {@code ./bench} calls it, and what its rows and its page are called. */
  String name();

  /** Options that this experiment alone understands, such as {@code --quality}. */
  default Set<String> ownOptions() {
    return Set.of();
  }

  void run(ExperimentOptions options) throws IOException;
}
