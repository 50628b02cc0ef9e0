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
  private CompletableFuture<int[]> swaps; // of the epoch after it
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
        order = coming == null ? swapped(order, swaps(order.length)) : coming.join();
        coming = executor == null ? null : shuffleAhead(order.clone());
        next = 0;
      }
      chosen[i] = order[next++];
    }
  }

  /**
   * Lets other threads shuffle for the next epoch, and draw the random numbers of the one after it,
   * while this one goes on; the order is the same.
   */
  public BatchOrder shuffledAheadBy(Executor value) {
    executor = value;
    return this;
  }

  private CompletableFuture<int[]> shuffleAhead(int[] copy) {
    CompletableFuture<int[]> now =
        swaps != null ? swaps : CompletableFuture.supplyAsync(() -> swaps(copy.length), executor);
    swaps = now.thenApplyAsync(before -> swaps(copy.length), executor); // one after the other
    return now.thenApplyAsync(places -> swapped(copy, places), executor);
  }

  /** With whom each row changes places. */
  private int[] swaps(int rows) {
    int[] places = new int[rows];
    for (int i = rows - 1; i > 0; i--) {
      places[i] = random.nextInt(i + 1);
    }
    return places;
  }

  private static int[] swapped(int[] rows, int[] places) {
    for (int i = rows.length - 1; i > 0; i--) {
      int j = places[i];
      int swap = rows[i];
      rows[i] = rows[j];
      rows[j] = swap;
    }
    return rows;
  }
}
