package io.github.tgp4j.engine;

/**
 * Has the rows, draws batches of them, and adds up what they contribute to a bound: in memory, on a
 * cluster or on a device. Training knows nothing else of where the rows are.
 *
 * <p>The sums must not depend on chance: rows are cut into shares by their number ({@link Cut}),
 * and the shares' sums are added in the order of the shares.
 */
public interface Engine {
  /** N, the number of all rows. */
  long rows();

  /** B, the number of rows in a batch. */
  long batchSize();

  /** Whether every batch is all rows. */
  default boolean isFullBatch() {
    return batchSize() == rows();
  }

  /** N/B, by which a batch's sums stand for those of all rows. */
  default double scale() {
    return (double) rows() / batchSize();
  }

  /** Draws the next batch. */
  void advance();

  /** How many batches were drawn. */
  long drawn();

  /** Draws on until so many batches were drawn, without looking at those between. */
  void fastForward(long count);

  /** total ← what the rows of the current batch contribute to the bound, which is prepared. */
  void sum(Bound bound, Bound.Pass pass, RowSums total);
}
