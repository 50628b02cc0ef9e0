package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Device;
import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.rows.RowStore;

/**
 * All rows of a fit: in the device's memory, inputs by rows and targets by columns, or where they
 * were if they do not fit there. The memory comes back when nobody knows the rows any more.
 */
final class DeviceRows {
  private static final int ROWS_PER_COPY = 1 << 16;

  /** Of the memory that is free, for rows. */
  private static final double SHARE_OF_MEMORY = 0.6;

  private final int rows;
  private final int inputs;
  private final int targets;
  private final RowStore store;
  private final Buffer x; // null where they do not fit
  private final Buffer y;

  /** With rows on the device where most of its free memory is left to others. */
  DeviceRows(RowStore store, Device device) {
    this(store, device, mostBytes(device));
  }

  private static long mostBytes(Device device) {
    device.use();
    return (long) (SHARE_OF_MEMORY * device.freeMemory());
  }

  /**
   * @param mostBytes that the rows may take on the device
   */
  DeviceRows(RowStore store, Device device, long mostBytes) {
    device.use();
    this.store = store;
    rows = store.size();
    inputs = store.inputs();
    targets = store.targets();
    if ((double) Double.BYTES * rows * (inputs + targets) > mostBytes) {
      x = null;
      y = null;
      return;
    }
    Resources resources = new Resources(this);
    x = resources.keep(new Buffer((long) rows * inputs), device);
    y = resources.keep(new Buffer((long) rows * targets), device);
    upload(device);
  }

  private void upload(Device device) {
    int most = Math.min(rows, ROWS_PER_COPY);
    double[] inputsOfBlock = new double[most * inputs];
    double[][] targetsOfBlock = new double[targets][most];
    try (Stream stream = new Stream(device);
        Pinned pinned = new Pinned(most * Math.max(1, inputs))) {
      for (int from = 0; from < rows; from += most) {
        int count = Math.min(most, rows - from);
        for (int i = 0; i < count; i++) {
          store.read(from + i, inputsOfBlock, i * inputs, targetsOfBlock, i);
        }
        copy(stream, pinned, inputsOfBlock, count * inputs, x.at((long) from * inputs));
        for (int t = 0; t < targets; t++) {
          copy(stream, pinned, targetsOfBlock[t], count, y.at((long) t * rows + from));
        }
      }
    }
  }

  private static void copy(Stream stream, Pinned pinned, double[] from, int count, long to) {
    pinned.doubles().put(0, from, 0, count);
    stream.upload(pinned, to, count);
    stream.finish();
  }

  /** Whether they are on the device. */
  boolean areThere() {
    return x != null;
  }

  /** Rows where they were. */
  RowStore store() {
    return store;
  }

  int rows() {
    return rows;
  }

  int inputs() {
    return inputs;
  }

  int targets() {
    return targets;
  }

  long x() {
    return x.at();
  }

  long y() {
    return y.at();
  }
}
