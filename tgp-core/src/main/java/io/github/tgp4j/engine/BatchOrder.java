package io.github.tgp4j.engine;

import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Which rows the batches have: every epoch a new seeded permutation, cut into batches of one size;
 * a remainder is carried into the next epoch, so that every batch is full and the bound's scale N/B
 * is constant. Whoever draws with the same seed draws the same rows.
 */
public final class BatchOrder {
  private final SplittableRandom random;
  private int[] order; // empty where a batch is all rows
  private final int size;
  private Executor executor; // null to shuffle when an epoch begins
  private CompletableFuture<int[]> coming; // the order of the next epoch
  private int next;
  private long drawn;

  /**
   * @param rows N
   * @param size rows of a batch, at most
   */
  public BatchOrder(int rows, int size, long seed) {
    this.size = Math.min(size, rows);
    this.random = new SplittableRandom(seed);
    order = new int[this.size == rows ? 0 : rows];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    next = order.length;
  }

  /** B. */
  public int size() {
    return size;
  }

  /** Whether every batch is all rows, in their order. */
  public boolean isFullBatch() {
    return order.length == 0;
  }

  /** How many batches there were. */
  public long drawn() {
    return drawn;
  }

  /** Writes the numbers of the next batch's rows; nothing where that is all rows. */
  public void draw(long[] chosen) {
    drawn++;
    if (isFullBatch()) {
      return;
    }
    for (int i = 0; i < size; i++) {
      if (next == order.length) {
        order = coming == null ? shuffled(order) : coming.join();
        coming = executor == null ? null : shuffleAhead(order.clone());
        next = 0;
      }
      chosen[i] = order[next++];
    }
  }

  /**
   * Lets another thread shuffle for the next epoch while this one goes on; the order is the same.
   */
  public BatchOrder shuffledAheadBy(Executor value) {
    executor = value;
    return this;
  }

  private CompletableFuture<int[]> shuffleAhead(int[] copy) {
    return CompletableFuture.supplyAsync(() -> shuffled(copy), executor);
  }

  private int[] shuffled(int[] rows) {
    for (int i = rows.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = rows[i];
      rows[i] = rows[j];
      rows[j] = swap;
    }
    return rows;
  }
}
