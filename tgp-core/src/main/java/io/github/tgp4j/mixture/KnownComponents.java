package io.github.tgp4j.mixture;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Components of the rows' mixtures that were computed before. Memory is bounded: those that were
 * kept first make way for others.
 */
final class KnownComponents {
  /** Keeps nothing. */
  static final KnownComponents NONE = new KnownComponents(0);

  /** Numbers kept at most, 64 MB. */
  private static final long MOST = 8_000_000;

  private final AtomicReferenceArray<double[]> rows;
  private final Queue<Integer> order = new ConcurrentLinkedQueue<>();
  private final AtomicLong kept = new AtomicLong();

  /** For so many rows; for 0 rows nothing is kept. */
  KnownComponents(int rows) {
    this.rows = new AtomicReferenceArray<>(rows);
  }

  /** The components of rows from..to−1; null where not all are known. */
  double[][] all(int from, int to) {
    double[][] out = new double[to - from][];
    for (int i = from; i < to; i++) {
      out[i - from] = i < rows.length() ? rows.get(i) : null;
      if (out[i - from] == null) {
        return null;
      }
    }
    return out;
  }

  /** Keeps the first n values; whether it keeps the array itself. */
  boolean put(int row, double[] components, int n) {
    if (row >= rows.length() || n > MOST) {
      return false;
    }
    boolean itself = components.length == n;
    double[] before = rows.getAndSet(row, itself ? components : Arrays.copyOf(components, n));
    kept.addAndGet(before == null ? n : n - before.length);
    if (before == null) {
      order.add(row);
    }
    makeRoom();
    return itself;
  }

  private void makeRoom() {
    while (kept.get() > MOST) {
      Integer oldest = order.poll();
      if (oldest == null) {
        return;
      }
      double[] gone = rows.getAndSet(oldest, null);
      if (gone != null) {
        kept.addAndGet(-gone.length);
      }
    }
  }
}
