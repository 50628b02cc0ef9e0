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

  /** What its file of rows is called, without the ending. */
  default String rows() {
    return name();
  }

  /** What {@code --only} is given for the data of a row. */
  default String only(String data) {
    return data;
  }

  /** Whether {@code --inducing} has a meaning. */
  default boolean choosesInducing() {
    return true;
  }

  /** Whether {@code --repeats} has a meaning: fits of other seeds to the same split. */
  default boolean repeats() {
    return false;
  }

  void run(ExperimentOptions options) throws IOException;
}
