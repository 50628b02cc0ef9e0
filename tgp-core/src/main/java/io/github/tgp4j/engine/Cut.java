package io.github.tgp4j.engine;

/**
 * How rows are cut into shares, and shares into blocks that fit the cache: by the number of rows
 * alone, so that neither threads nor machines change a result.
 *
 * @param rowsPerShare about so many, until there are {@link #MOST_SHARES}
 * @param rowsPerBlock at most
 * @param leastShares into so many shares half of {@code rowsPerShare} rows are cut already
 */
public record Cut(int rowsPerShare, int rowsPerBlock, int leastShares) {
  /** Every share has sums of its own, of the size of the model. */
  public static final int MOST_SHARES = 16;

  /** How many shares so many rows are cut into. */
  public int shares(long rows) {
    long whole = (rows + rowsPerShare - 1) / rowsPerShare;
    return (int)
        Math.min(MOST_SHARES, rows < rowsPerShare / 2 ? whole : Math.max(whole, leastShares));
  }

  /** The first row of a share; for the number after the last one, the number of rows. */
  public static long start(long rows, int share, int shares) {
    return rows * share / shares;
  }

  /** How many blocks so many rows of one share are cut into. */
  public int blocks(int rows) {
    return (rows + rowsPerBlock - 1) / rowsPerBlock;
  }
}
