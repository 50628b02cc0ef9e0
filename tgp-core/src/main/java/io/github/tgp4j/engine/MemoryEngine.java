package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.rows.RowStore;

/** The engine of one machine: rows in memory or in a mapped file, shares taken by threads. */
public final class MemoryEngine implements Engine {
  private final Batches batches;
  private final Workers workers;
  private final Shares shares;

  /**
   * Over all rows of a store.
   *
   * @param batchSize rows in a batch, at most
   * @param seed of the batches' order
   */
  public MemoryEngine(RowStore rows, int batchSize, long seed, Workers workers) {
    this.batches = new Batches(rows, batchSize, seed);
    this.workers = workers;
    this.shares = new Shares(workers);
  }

  @Override
  public long rows() {
    return batches.rows();
  }

  @Override
  public long batchSize() {
    return batches.size();
  }

  @Override
  public void advance() {
    batches.advance(workers);
  }

  @Override
  public long drawn() {
    return batches.drawn();
  }

  @Override
  public void fastForward(long count) {
    batches.fastForward(count, workers);
  }

  @Override
  public void sum(Bound bound, Bound.Pass pass, RowSums total) {
    shares.sum(bound, pass, batches.block(), scale(), total);
  }
}
