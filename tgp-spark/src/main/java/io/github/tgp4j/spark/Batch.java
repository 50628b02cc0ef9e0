package io.github.tgp4j.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The rows of one batch, in the order of their numbers: all rows, or some blocks of consecutive
 * ones. A row's place is how many rows of the batch have smaller numbers.
 */
final class Batch implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long rows;
  private final long blockRows;
  private final long[] blocks;

  /**
   * Of some blocks.
   *
   * @param rows how many rows there are in all
   * @param blockRows rows of a block; the last block may have fewer
   * @param blocks numbers of the chosen blocks, ascending; null for all rows
   */
  Batch(long rows, long blockRows, long[] blocks) {
    this.rows = rows;
    this.blockRows = blockRows;
    this.blocks = blocks;
  }

  static Batch all(long rows) {
    return new Batch(rows, 1, null);
  }

  /** How many rows it has. */
  long size() {
    return place(rows);
  }

  /** How many of its rows have smaller numbers. */
  long place(long row) {
    if (blocks == null) {
      return row;
    }
    long block = row / blockRows;
    int found = Arrays.binarySearch(blocks, block);
    int before = found >= 0 ? found : -found - 1;
    long full = before * blockRows;
    if (found >= 0) {
      return full + row % blockRows;
    }
    boolean endsShort = before > 0 && (blocks[before - 1] + 1) * blockRows > rows;
    return endsShort ? full - ((blocks[before - 1] + 1) * blockRows - rows) : full;
  }

  /** The number of the row at a place. */
  long row(long place) {
    return blocks == null
        ? place
        : blocks[(int) (place / blockRows)] * blockRows + place % blockRows;
  }

  /** Whether places are numbers. */
  boolean isAll() {
    return blocks == null;
  }
}
