package io.github.tgp4j.cli;

import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Shows how many rows are done and, once that is known, of how many: rows are counted aside when
 * the work turns out to be long.
 */
final class RowProgress {
  private final ProgressLine line;
  private final String what;
  private final FutureTask<Long> total;
  private boolean counting;
  private long rows;

  RowProgress(ProgressLine line, String what, TableOptions table) {
    this.line = line;
    this.what = what;
    this.total = new FutureTask<>(table::countRows);
  }

  long rows() {
    return rows;
  }

  void add(int count) {
    rows += count;
    if (!line.isDue()) {
      return;
    }
    if (!counting) {
      counting = true;
      Thread thread = new Thread(total, "tgp-count");
      thread.setDaemon(true);
      thread.start();
    }
    long of = total();
    String detail =
        of > 0
            ? String.format(Locale.ROOT, "%,d of %,d rows", rows, of)
            : String.format(Locale.ROOT, "%,d rows", rows);
    line.show(what, of > 0 ? Math.min(1.0, (double) rows / of) : Double.NaN, detail);
  }

  /** -1 while it is not known. */
  private long total() {
    if (!total.isDone()) {
      return -1;
    }
    try {
      return total.get();
    } catch (ExecutionException e) {
      return -1; // it only helps to show how far the work is
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
