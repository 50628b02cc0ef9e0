package io.github.tgp4j.spark;

import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.io.BoundBytes;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The engine of a cluster. A sum broadcasts the state and runs one job, whose tasks return their
 * partitions' sums by the numbers of the shares; these are added in the order of shares and
 * partitions, whichever task ends first.
 */
final class SparkEngine implements Engine, AutoCloseable {
  private final JavaSparkContext context;
  private final JavaRDD<PackedChunk> rows;
  private final long[] starts;
  private final BlockBatches batches;
  private Bound owner; // of the bound that executors have
  private Broadcast<RemoteBound> remote;
  private Batch batch;
  private long drawn;
  private long states;

  /**
   * Over all rows.
   *
   * @param starts number of each partition's first row, and how many rows there are
   */
  SparkEngine(
      JavaSparkContext context,
      JavaRDD<PackedChunk> rows,
      long[] starts,
      int batchSize,
      long seed) {
    this.context = context;
    this.rows = rows;
    this.starts = starts;
    this.batches = new BlockBatches(rows(), batchSize, seed);
    this.batch = batches.batch(0);
  }

  @Override
  public long rows() {
    return starts[starts.length - 1];
  }

  @Override
  public long batchSize() {
    return batches.size();
  }

  @Override
  public double scale() {
    return batches.scale();
  }

  @Override
  public void advance() {
    batch = batches.batch(drawn++);
  }

  @Override
  public long drawn() {
    return drawn;
  }

  @Override
  public void fastForward(long count) {
    drawn = count;
    batch = batches.batch(Math.max(0, count - 1));
  }

  @Override
  public void sum(Bound bound, Bound.Pass pass, RowSums total) {
    if (owner != bound) {
      close();
      remote = context.broadcast(new RemoteBound(BoundBytes.of(bound)));
      owner = bound;
    }
    states++;
    Broadcast<SumRequest> step =
        context.broadcast(new SumRequest(states, bound.state().toBytes(), pass, batch, scale()));
    try {
      PartitionSums task = new PartitionSums(remote, step, starts);
      total.clear();
      OrderedSums.of(rows.mapPartitionsWithIndex(task, true)).forEach(total::add);
    } finally {
      step.destroy();
    }
  }

  /** Lets executors forget the bound. */
  @Override
  public void close() {
    if (remote != null) {
      remote.destroy();
      remote = null;
      owner = null;
    }
  }
}
