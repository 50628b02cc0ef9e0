package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Cuts rows into shares by their number alone, lets threads take them, and adds the shares' sums in
 * order. A share goes through its rows in blocks that fit the cache.
 */
public final class RowShares {
  private static final int MOST_SHARES = 16;

  private final Supplier<RowSums> newSums;
  private final Workers workers;
  private final int rowsPerShare;
  private final int rowsPerBlock;
  private final int leastShares;
  private final List<RowSums> shares = new ArrayList<>();
  private final RowSums total;

  /**
   * Sums of one kind.
   *
   * @param leastShares into so many shares half of {@code rowsPerShare} rows are cut already
   */
  public RowShares(
      Supplier<RowSums> newSums,
      Workers workers,
      int rowsPerShare,
      int rowsPerBlock,
      int leastShares) {
    this.newSums = newSums;
    this.workers = workers;
    this.rowsPerShare = rowsPerShare;
    this.rowsPerBlock = rowsPerBlock;
    this.leastShares = leastShares;
    this.total = newSums.get();
  }

  /** Work on a block of rows, of which the first has the number {@code from}. */
  @FunctionalInterface
  public interface BlockTask {
    void run(Matrix rows, int from, RowSums sums, Scratch scratch);
  }

  /** The sums of the last {@link #sum}; always the same object. */
  public RowSums total() {
    return total;
  }

  /** Runs a task on all rows of x, into {@link #total}. */
  public void sum(Matrix x, BlockTask task) {
    int count = count(x.rows);
    while (shares.size() < count) {
      shares.add(newSums.get());
    }
    workers.run(
        count,
        (share, worker) -> {
          int from = (int) ((long) x.rows * share / count);
          int to = (int) ((long) x.rows * (share + 1) / count);
          RowSums sums = shares.get(share);
          sums.clear();
          int blocks = (to - from + rowsPerBlock - 1) / rowsPerBlock;
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

  private int count(int rows) {
    int whole = (rows + rowsPerShare - 1) / rowsPerShare;
    return Math.min(MOST_SHARES, rows < rowsPerShare / 2 ? whole : Math.max(whole, leastShares));
  }
}
