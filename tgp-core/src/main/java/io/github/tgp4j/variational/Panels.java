package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;

/**
 * Splits the rows of a matrix into panels of a fixed height, so that the split never depends on the
 * thread count.
 */
final class Panels {
  private static final int HEIGHT = 128;

  @FunctionalInterface
  interface Panel {
    void run(int from, int to);
  }

  private Panels() {}

  static void run(Workers workers, int rows, Panel panel) {
    workers.run(
        (rows + HEIGHT - 1) / HEIGHT,
        (task, worker) -> panel.run(task * HEIGHT, Math.min(rows, (task + 1) * HEIGHT)));
  }
}
