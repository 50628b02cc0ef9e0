package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowBlock;
import io.github.tgp4j.rows.RowStore;

/** Minibatches without replacement, in memory; {@link BatchOrder} says which rows they have. */
final class Batches {
  private static final int ROWS_PER_TASK = 1024;

  private final RowStore rows;
  private final BatchOrder order;
  private final long[] chosen; // the numbers of the batch's rows
  private final Matrix xBatch;
  private final double[][] yBatch;
  private final RowBlock block;

  /** Over a store: where a batch is all rows, these are taken into memory. */
  Batches(RowStore rows, int size, long seed) {
    this.rows = rows;
    order = new BatchOrder(rows.size(), size, seed);
    boolean full = order.isFullBatch();
    chosen = new long[full ? 0 : order.size()];
    xBatch = full ? rows.allInputs() : Matrix.zeros(order.size(), rows.inputs());
    yBatch = full ? rows.allTargets() : new double[rows.targets()][order.size()];
    block = full ? RowBlock.of(xBatch, yBatch, 0) : RowBlock.of(xBatch, yBatch, chosen);
  }

  int size() {
    return order.size();
  }

  /** N. */
  int rows() {
    return rows.size();
  }

  /** How many batches there were. */
  long drawn() {
    return order.drawn();
  }

  /** Fills {@link #block} with the next batch. */
  void advance(Workers workers) {
    order.draw(chosen);
    gather(workers);
  }

  /** As if {@link #advance} had been called so often, at the cost of the permutations alone. */
  void fastForward(long count, Workers workers) {
    while (order.drawn() < count) {
      order.draw(chosen);
    }
    if (count > 0) {
      gather(workers);
    }
  }

  private void gather(Workers workers) {
    int tasks = (chosen.length + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    workers.run(
        tasks,
        (task, worker) ->
            gather(task * ROWS_PER_TASK, Math.min(chosen.length, (task + 1) * ROWS_PER_TASK)));
  }

  private void gather(int from, int to) {
    for (int i = from; i < to; i++) {
      rows.read(chosen[i], xBatch.data, i * xBatch.cols, yBatch, i);
    }
  }

  /** The rows of the batch; always the same object. */
  RowBlock block() {
    return block;
  }
}
