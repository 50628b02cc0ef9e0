package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;

/**
 * Splits the rows of a matrix into panels of like height, by their number alone, so that the split
 * never depends on the thread count.
 */
final class Panels {
  private static final int HEIGHT = 128;
  private static final int WORTH_HALVING = 64; // below it a thread's wait costs more than it saves

  @FunctionalInterface
  interface Panel {
    void run(int from, int to);
  }

  private Panels() {}

  static void run(Workers workers, int rows, Panel panel) {
    int count = Math.max((rows + HEIGHT - 1) / HEIGHT, rows >= WORTH_HALVING ? 2 : 1);
    workers.run(count, (task, worker) -> panel.run(rows * task / count, rows * (task + 1) / count));
  }
}
