package io.github.tgp4j.data;

import java.util.Locale;

/** Counts infinite values of a column and knows where the first of them is. */
final class InfiniteValues {
  private long count;
  private long first = Long.MAX_VALUE; // row, from 0

  /** Takes the values of rows from {@code firstRow} on. */
  void add(double[] values, int rows, long firstRow) {
    for (int i = 0; i < rows; i++) {
      if (Double.isInfinite(values[i])) {
        count++;
        first = Math.min(first, firstRow + i);
      }
    }
  }

  /** Takes in what another has counted. */
  void merge(InfiniteValues other) {
    count += other.count;
    first = Math.min(first, other.first);
  }

  /** Sends or receives what was counted. */
  void send(Wire wire) {
    count = wire.whole(count);
    first = wire.whole(first);
  }

  long count() {
    return count;
  }

  /** For people. */
  String note(String name) {
    return String.format(
        Locale.ROOT,
        "%s: %,d infinite (%srow %,d), treated as missing; correct %s, or leave %s empty",
        name,
        count,
        count == 1 ? "" : "the first in ",
        first + 1,
        count == 1 ? "it" : "them",
        count == 1 ? "it" : "them");
  }
}
