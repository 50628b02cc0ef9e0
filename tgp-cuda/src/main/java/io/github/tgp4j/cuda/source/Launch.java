package io.github.tgp4j.cuda.source;

/**
 * Shapes of launches. They decide in which order partial sums are added, and with it the last bits
 * of the results, and depend on the rows alone.
 */
public final class Launch {
  /** Threads of a block. */
  public static final int BLOCK = 128;

  /**
   * Blocks at most; each then takes several tiles of rows. Four to eight for every multiprocessor.
   */
  static final int MOST_BLOCKS = 1056;

  /** Threads of a block of add_blocks. */
  public static final int ADD_BLOCK = 256;

  private Launch() {}

  /** Blocks of add_blocks for so many sums. */
  public static int addBlocksGrid(long n) {
    return (int) Math.min((n + 7) / 8, 1 << 16);
  }

  /** Blocks for tiles of so many rows. */
  static int blocks(long rows, int rowsOfTile) {
    long tiles = (rows + rowsOfTile - 1) / rowsOfTile;
    return (int) Math.max(1, Math.min(tiles, MOST_BLOCKS));
  }
}
