package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import java.util.SplittableRandom;

/**
 * Minibatches without replacement: every epoch a new seeded permutation, cut into batches of one
 * size; a remainder is carried into the next epoch, so that every batch is full and the bound's
 * scale N/B is constant.
 */
final class Batches {
  private static final int ROWS_PER_TASK = 1024;

  private final Matrix x;
  private final double[][] y;
  private final int size;
  private final SplittableRandom random;
  private final int[] order;
  private final int[] chosen;
  private final Matrix xBatch;
  private final double[][] yBatch;
  private int next;

  Batches(Matrix x, double[][] y, int size, long seed) {
    this.x = x;
    this.y = y;
    this.size = Math.min(size, x.rows);
    this.random = new SplittableRandom(seed);
    boolean full = this.size == x.rows;
    order = new int[full ? 0 : x.rows];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    next = order.length;
    chosen = new int[full ? 0 : this.size];
    xBatch = full ? x : Matrix.zeros(this.size, x.cols);
    yBatch = full ? y : new double[y.length][this.size];
  }

  int size() {
    return size;
  }

  /** N/B. */
  double scale() {
    return (double) x.rows / size;
  }

  /** Fills {@link #x()} and {@link #y()} with the next batch. */
  void advance(Workers workers) {
    if (order.length == 0) {
      return;
    }
    for (int i = 0; i < size; i++) {
      if (next == order.length) {
        shuffle();
        next = 0;
      }
      chosen[i] = order[next++];
    }
    int tasks = (size + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    workers.run(
        tasks,
        (task, worker) -> gather(task * ROWS_PER_TASK, Math.min(size, (task + 1) * ROWS_PER_TASK)));
  }

  private void gather(int from, int to) {
    for (int i = from; i < to; i++) {
      int row = chosen[i];
      System.arraycopy(x.data, x.at(row, 0), xBatch.data, i * x.cols, x.cols);
      for (int o = 0; o < y.length; o++) {
        yBatch[o][i] = y[o][row];
      }
    }
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
  }

  Matrix x() {
    return xBatch;
  }

  double[][] y() {
    return yBatch;
  }
}
