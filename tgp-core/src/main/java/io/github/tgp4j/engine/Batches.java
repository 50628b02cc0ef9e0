package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.rows.RowStore;
import java.util.SplittableRandom;

/**
 * Minibatches without replacement: every epoch a new seeded permutation, cut into batches of one
 * size; a remainder is carried into the next epoch, so that every batch is full and the bound's
 * scale N/B is constant.
 */
final class Batches {
  private static final int ROWS_PER_TASK = 1024;

  private final RowStore rows;
  private final int size;
  private final SplittableRandom random;
  private final int[] order;
  private final long[] chosen; // the numbers of the batch's rows
  private final Matrix xBatch;
  private final double[][] yBatch;
  private final RowBlock block;
  private int next;
  private long drawn;

  /** Over a store: where a batch is all rows, these are taken into memory. */
  Batches(RowStore rows, int size, long seed) {
    this.rows = rows;
    this.size = Math.min(size, rows.size());
    this.random = new SplittableRandom(seed);
    boolean full = this.size == rows.size();
    order = new int[full ? 0 : rows.size()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    next = order.length;
    chosen = new long[full ? 0 : this.size];
    xBatch = full ? rows.allInputs() : Matrix.zeros(this.size, rows.inputs());
    yBatch = full ? rows.allTargets() : new double[rows.targets()][this.size];
    block = full ? RowBlock.of(xBatch, yBatch, 0) : RowBlock.of(xBatch, yBatch, chosen);
  }

  int size() {
    return size;
  }

  /** N. */
  int rows() {
    return rows.size();
  }

  /** How many batches there were. */
  long drawn() {
    return drawn;
  }

  /** Fills {@link #block} with the next batch. */
  void advance(Workers workers) {
    draw();
    gather(workers);
  }

  /** As if {@link #advance} had been called so often, at the cost of the permutations alone. */
  void fastForward(long count, Workers workers) {
    while (drawn < count) {
      draw();
    }
    if (count > 0) {
      gather(workers);
    }
  }

  private void draw() {
    drawn++;
    for (int i = 0; i < chosen.length; i++) {
      if (next == order.length) {
        shuffle();
        next = 0;
      }
      chosen[i] = order[next++];
    }
  }

  private void gather(Workers workers) {
    int tasks = (chosen.length + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    workers.run(
        tasks,
        (task, worker) -> gather(task * ROWS_PER_TASK, Math.min(size, (task + 1) * ROWS_PER_TASK)));
  }

  private void gather(int from, int to) {
    for (int i = from; i < to; i++) {
      rows.read(chosen[i], xBatch.data, i * xBatch.cols, yBatch, i);
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

  /** The rows of the batch; always the same object. */
  RowBlock block() {
    return block;
  }
}
