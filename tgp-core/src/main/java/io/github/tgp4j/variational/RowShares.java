package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts rows into shares by their number alone, lets threads take them, and adds the shares' sums in
 * order. A share goes through its rows in blocks that fit the cache.
 */
final class RowShares {
  private static final int ROWS_PER_SHARE = 512;
  private static final int ROWS_PER_BLOCK = 1024;
  private static final int WORTH_HALVING = 256;
  private static final int MOST_SHARES = 16;

  private final Architecture architecture;
  private final int parameters;
  private final Workers workers;
  private final List<RowSums> shares = new ArrayList<>();
  private final RowSums total;

  RowShares(Architecture architecture, int parameters, Workers workers) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.workers = workers;
    this.total = new RowSums(architecture, parameters);
  }

  /** Work on a block of rows, of which the first has the number {@code from}. */
  @FunctionalInterface
  interface BlockTask {
    void run(Matrix rows, int from, RowSums sums, Scratch scratch);
  }

  /** The sums of the last {@link #sum}; always the same object. */
  RowSums total() {
    return total;
  }

  /** Runs a task on all rows of x, into {@link #total}. */
  void sum(Matrix x, BlockTask task) {
    int count = count(x.rows);
    while (shares.size() < count) {
      shares.add(new RowSums(architecture, parameters));
    }
    workers.run(
        count,
        (share, worker) -> {
          int from = (int) ((long) x.rows * share / count);
          int to = (int) ((long) x.rows * (share + 1) / count);
          RowSums sums = shares.get(share);
          sums.clear();
          int blocks = (to - from + ROWS_PER_BLOCK - 1) / ROWS_PER_BLOCK;
          for (int b = 0; b < blocks; b++) {
            int start = from + (int) ((long) (to - from) * b / blocks);
            int end = from + (int) ((long) (to - from) * (b + 1) / blocks);
            task.run(x.rowRange(start, end), start, sums, workers.scratch(worker));
          }
        });
    total.clear();
    for (int s = 0; s < count; s++) {
      shares.get(s).addTo(total);
    }
  }

  private static int count(int rows) {
    int whole = (rows + ROWS_PER_SHARE - 1) / ROWS_PER_SHARE;
    return Math.min(MOST_SHARES, Math.max(whole, rows >= WORTH_HALVING ? 2 : 1));
  }
}
