package io.github.tgp4j.spark;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Cut;
import io.github.tgp4j.engine.RowSums;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;

/**
 * The task of one sum: adds up what the rows of a partition contribute, share by share. A share
 * that lies in one partition is summed as the engine of one machine does it, to the same bits.
 */
final class PartitionSums
    implements Function2<Integer, Iterator<PackedChunk>, Iterator<ShareSums>> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<RemoteBound> remote;
  private final Broadcast<SumRequest> step;
  private final long[] starts;

  /**
   * Of all partitions.
   *
   * @param starts number of each partition's first row
   */
  PartitionSums(Broadcast<RemoteBound> remote, Broadcast<SumRequest> step, long[] starts) {
    this.remote = remote;
    this.step = step;
    this.starts = starts;
  }

  @Override
  public Iterator<ShareSums> call(Integer partition, Iterator<PackedChunk> chunks) {
    SumRequest now = step.value();
    Batch batch = now.batch();
    long from = batch.place(starts[partition]);
    long to = batch.place(starts[partition + 1]);
    List<ShareSums> out = new ArrayList<>();
    if (from == to) {
      return out.iterator();
    }
    Bound bound = remote.value().at(now.number(), now.state());
    Scratch scratch = remote.value().idle().take();
    ChunkReader reader = new ChunkReader(chunks, starts[partition]);
    long size = batch.size();
    int shares = bound.cut().shares(size);
    for (int s = 0; s < shares; s++) {
      long first = Math.max(from, Cut.start(size, s, shares));
      long last = Math.min(to, Cut.start(size, s + 1, shares));
      if (first < last) {
        out.add(new ShareSums(s, partition, sum(bound, now, reader, first, last, scratch)));
      }
    }
    remote.value().idle().give(scratch);
    return out.iterator();
  }

  /** From one place of the batch to another, in blocks that fit the cache. */
  private static double[] sum(
      Bound bound, SumRequest now, ChunkReader reader, long first, long last, Scratch scratch) {
    RowSums sums = bound.newSums();
    int rows = Math.toIntExact(last - first);
    int blocks = bound.cut().blocks(rows);
    for (int b = 0; b < blocks; b++) {
      long from = first + Cut.start(rows, b, blocks);
      long to = first + Cut.start(rows, b + 1, blocks);
      bound.accumulate(now.pass(), reader.rows(now.batch(), from, to), now.scale(), sums, scratch);
    }
    return sums.flat();
  }
}
