package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Event;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Kernel;
import io.github.tgp4j.cuda.device.Kernels;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.engine.BatchOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/**
 * Batches of rows on the device: the host draws their numbers, as it does for rows in memory, and
 * the device gathers them. The numbers of the next batch are drawn while the device computes with
 * this one, and its rows are gathered while the step before still moves parameters.
 *
 * <p>Rows that do not fit into the device's memory are gathered by the host, and come through
 * pinned memory: a batch at a time, or where a batch is all rows, a block of them at a time.
 */
final class DeviceBatches implements AutoCloseable {
  private static final int THREADS = 256;

  private final DeviceRows rows;
  private final BatchOrder order;
  private final long[] drawing;
  private boolean isAhead;
  private long drawn;
  private final Pinned[] pinned = new Pinned[2]; // numbers of this batch and of the next
  private final RowsOfHost[] brought = new RowsOfHost[2]; // null where the device gathers
  private int at; // which of them is this one's
  private final Buffer numbers;
  private final Buffer x;
  private final Buffer y;
  private final Stream aside; // null where a batch is all rows
  private final Kernel gather;
  private final Event read; // when the batch before is no longer needed
  private final List<AutoCloseable> taken = new ArrayList<>();
  private boolean gathered = true; // whether the device has the batch

  DeviceBatches(DeviceRows rows, Device device, int size, long seed) {
    this.rows = rows;
    order = new BatchOrder(rows.rows(), size, seed).shuffledAheadBy(ForkJoinPool.commonPool());
    boolean all = order.isFullBatch();
    int own = order.size();
    drawing = new long[all ? 0 : own];
    pinned[0] = all ? null : keep(new Pinned(own));
    pinned[1] = all ? null : keep(new Pinned(own));
    for (int k = 0; k < 2 && !all && !rows.areThere(); k++) {
      brought[k] = keep(new RowsOfHost(rows.store(), own));
    }
    numbers = all ? null : keep(new Buffer(own));
    x = all ? null : keep(new Buffer((long) own * rows.inputs()));
    y = all ? null : keep(new Buffer((long) own * rows.targets()));
    Kernels algebra = all ? null : keep(Lane.algebra(device));
    gather = all ? null : algebra.get("gather");
    aside = all ? null : keep(new Stream(device));
    read = keep(new Event(device));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    taken.add(resource);
    return resource;
  }

  /** B. */
  int size() {
    return order.size();
  }

  long drawn() {
    return drawn;
  }

  /** Draws until so many batches were drawn. */
  void drawTo(long count) {
    while (drawn < count) {
      drawAhead();
      at = 1 - at;
      isAhead = false;
      gathered = false;
      drawn++;
    }
  }

  /** Draws the next batch already, to be done while the device computes. */
  void drawAhead() {
    if (!isAhead) {
      order.draw(drawing);
      if (!order.isFullBatch()) {
        pinned[1 - at].longs().put(0, drawing);
      }
      if (brought[1 - at] != null) {
        brought[1 - at].read(drawing);
      }
      isAhead = true;
    }
  }

  /**
   * Gathers the rows of the batch beside what the lane is busy with, and lets the lane wait for
   * them; not part of a graph. Whoever reads the batch says when with {@link #markRead}, or waits
   * for the lane.
   */
  void gather(Lane lane) {
    if (!gathered && aside != null) {
      int size = order.size();
      read.before(aside);
      aside.upload(pinned[at], numbers.at(), size);
      if (brought[at] != null) {
        brought[at].send(aside, size, x.at(), y.at());
      } else {
        gatherThere(size);
      }
      aside.before(lane.stream());
    }
    gathered = true;
  }

  /** Says that what is on the lane now is all that reads this batch. */
  void markRead(Lane lane) {
    read.mark(lane.stream());
  }

  private void gatherThere(int size) {
    gather.launch(
        aside,
        Grid.over((long) size * (rows.inputs() + rows.targets()), THREADS),
        rows.x(),
        rows.y(),
        rows.rows(),
        rows.inputs(),
        rows.targets(),
        numbers.at(),
        size,
        size,
        x.at(),
        y.at());
  }

  /** Whether a batch is all rows, and these do not fit. */
  boolean comesInBlocks() {
    return order.isFullBatch() && !rows.areThere();
  }

  /**
   * Hands the batch over, as a whole or in blocks, to whoever puts work on the lane.
   *
   * @param most rows of a block
   */
  void forEachBlock(Lane lane, int most, Consumer<Batch> work) {
    if (!comesInBlocks()) {
      work.accept(batch());
      return;
    }
    int block = Math.min(most, rows.rows());
    try (RowsOfHost host = new RowsOfHost(rows.store(), block);
        Buffer xBlock = new Buffer((long) block * rows.inputs());
        Buffer yBlock = new Buffer((long) block * rows.targets())) {
      for (int from = 0; from < rows.rows(); from += block) {
        int count = Math.min(block, rows.rows() - from);
        host.read(from, count);
        host.send(lane.stream(), count, xBlock.at(), yBlock.at());
        work.accept(new Batch(xBlock.at(), yBlock.at(), 0, from, count, count, rows.inputs(), 1.0));
        lane.stream().finish(); // before the next rows take their place
      }
    }
  }

  /** The rows of the batch, where they always are. */
  Batch batch() {
    double scale = (double) rows.rows() / order.size();
    if (aside == null) {
      return new Batch(rows.x(), rows.y(), 0, 0, rows.rows(), rows.rows(), rows.inputs(), scale);
    }
    int size = order.size();
    return new Batch(x.at(), y.at(), numbers.at(), 0, size, size, rows.inputs(), scale);
  }

  @Override
  public void close() {
    Closing.all(taken);
  }
}
