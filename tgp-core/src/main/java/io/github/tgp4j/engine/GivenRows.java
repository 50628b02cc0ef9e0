package io.github.tgp4j.engine;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.rows.RowBlock;

/** The engine of one batch that the caller has at hand. */
final class GivenRows implements Engine {
  private final RowBlock rows;
  private final double scale;
  private final Shares shares;

  GivenRows(RowBlock rows, double scale, Workers workers) {
    this.rows = rows;
    this.scale = scale;
    this.shares = new Shares(workers);
  }

  @Override
  public long rows() {
    return rows.rows();
  }

  @Override
  public long batchSize() {
    return rows.rows();
  }

  @Override
  public double scale() {
    return scale;
  }

  /** {@inheritDoc} It is always the same. */
  @Override
  public void advance() {}

  @Override
  public long drawn() {
    return 0;
  }

  @Override
  public void fastForward(long count) {}

  @Override
  public void sum(Bound bound, Bound.Pass pass, RowSums total) {
    shares.sum(bound, pass, rows, scale, total);
  }
}
