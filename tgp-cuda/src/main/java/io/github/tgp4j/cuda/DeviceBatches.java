package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.engine.BatchOrder;
import java.util.concurrent.ForkJoinPool;

/**
 * Batches of rows that lie on the device: the host draws their numbers, as it does for rows in
 * memory, and the device gathers them.
 */
final class DeviceBatches implements AutoCloseable {
  private final DeviceRows rows;
  private final BatchOrder order;
  private long[] chosen;
  private long[] next; // drawn ahead while the device computes
  private boolean isAhead;
  private long drawn;
  private final Pinned pinned; // null where a batch is all rows
  private final Buffer numbers;
  private final Buffer x;
  private final Buffer y;
  private boolean sent = true; // whether the device has the numbers

  DeviceBatches(DeviceRows rows, int size, long seed) {
    this.rows = rows;
    order = new BatchOrder(rows.rows(), size, seed).shuffledAheadBy(ForkJoinPool.commonPool());
    int own = order.isFullBatch() ? 0 : order.size();
    chosen = new long[own];
    next = new long[own];
    pinned = own == 0 ? null : new Pinned(own);
    numbers = own == 0 ? null : new Buffer(own);
    x = own == 0 ? null : new Buffer((long) own * rows.inputs());
    y = own == 0 ? null : new Buffer((long) own * rows.targets());
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
      long[] used = chosen;
      chosen = next;
      next = used;
      isAhead = false;
      sent = false;
      drawn++;
    }
  }

  /** Draws the next batch already, to be done while the device computes. */
  void drawAhead() {
    if (!isAhead) {
      order.draw(next);
      isAhead = true;
    }
  }

  /**
   * Sends the numbers of the batch; not part of a graph. Whoever calls waits for the device before
   * the next batch, so that the copy is done by then.
   */
  void send(Lane lane) {
    if (!sent && pinned != null) {
      pinned.longs().put(0, chosen);
      lane.stream().upload(pinned, numbers.at(), chosen.length);
    }
    sent = true;
  }

  /** The rows of the batch, gathered in the order of the lane; fit for a graph. */
  Batch gather(Lane lane) {
    double scale = (double) rows.rows() / order.size();
    if (pinned == null) {
      return new Batch(rows.x(), rows.y(), 0, 0, rows.rows(), rows.rows(), rows.inputs(), scale);
    }
    int size = order.size();
    lane.each(
        "gather",
        (long) size * (rows.inputs() + rows.targets()),
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
    return new Batch(x.at(), y.at(), numbers.at(), 0, size, size, rows.inputs(), scale);
  }

  @Override
  public void close() {
    if (pinned != null) {
      pinned.close();
      numbers.close();
      x.close();
      y.close();
    }
  }
}
