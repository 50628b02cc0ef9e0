package io.github.tgp4j.spark;

import java.util.Arrays;

/**
 * Batches of blocks of consecutive rows. Every epoch goes through the blocks in another seeded
 * order; what is left of an epoch after its last whole batch is not used. A batch follows from the
 * seed and its number alone, so that any of them can be asked for.
 *
 * <p>Up to 1,024 rows a block is one row: batches are then random rows. Larger batches have about
 * 1,024 blocks.
 */
final class BlockBatches {
  private static final int MOST_BLOCKS = 1024;

  private final long rows;
  private final long seed;
  private final long blockRows;
  private final long blocks; // of all rows
  private final int chosen; // blocks of a batch
  private final boolean full;

  BlockBatches(long rows, int batchSize, long seed) {
    this.rows = rows;
    this.seed = seed;
    this.blockRows = (batchSize + MOST_BLOCKS - 1L) / MOST_BLOCKS;
    this.blocks = (rows + blockRows - 1) / blockRows;
    this.chosen = (int) Math.max(1, batchSize / blockRows);
    this.full = batchSize == Integer.MAX_VALUE || batchSize >= rows || chosen >= blocks;
  }

  /** Rows of a batch; one with the last block may have fewer. */
  long size() {
    return full ? rows : chosen * blockRows;
  }

  /** By which the sums of a batch stand for those of all rows: every block counts alike. */
  double scale() {
    return full ? 1.0 : (double) blocks / chosen;
  }

  /** The batch with a number, from 0 on. */
  Batch batch(long number) {
    if (full) {
      return Batch.all(rows);
    }
    long perEpoch = blocks / chosen;
    Permutation order = new Permutation(blocks, seed, number / perEpoch);
    long from = number % perEpoch * chosen;
    long[] some = new long[chosen];
    for (int k = 0; k < chosen; k++) {
      some[k] = order.at(from + k);
    }
    Arrays.sort(some);
    return new Batch(rows, blockRows, some);
  }
}
