package io.github.tgp4j.mixture;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Components of the rows' mixtures that were computed before, as many as memory should hold. */
final class KnownComponents {
  /** Keeps nothing. */
  static final KnownComponents NONE = new KnownComponents(0);

  /** Numbers kept at most, 64 MB. */
  private static final long MOST = 8_000_000;

  private final AtomicReferenceArray<double[]> rows;
  private final AtomicLong kept = new AtomicLong();

  /** For so many rows; for 0 rows nothing is kept. */
  KnownComponents(int rows) {
    this.rows = new AtomicReferenceArray<>(rows);
  }

  /** The components of a row, or null. */
  double[] get(int row) {
    return row < rows.length() ? rows.get(row) : null;
  }

  /** Whether all rows from..to−1 are known. */
  boolean hasAll(int from, int to) {
    for (int i = from; i < to; i++) {
      if (get(i) == null) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the first n values, if there is room; whether it keeps the array itself. */
  boolean put(int row, double[] components, int n) {
    if (row >= rows.length() || kept.get() + n > MOST) {
      return false;
    }
    kept.addAndGet(n);
    boolean itself = components.length == n;
    rows.set(row, itself ? components : Arrays.copyOf(components, n));
    return itself;
  }
}
