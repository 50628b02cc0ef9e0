package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Pinned;
import io.github.tgp4j.cuda.device.Stream;
import io.github.tgp4j.rows.RowStore;

/** Some rows of the host on their way to the device, in pinned memory. */
final class RowsOfHost implements AutoCloseable {
  private final RowStore store;
  private final double[] x;
  private final double[][] y;
  private final Pinned inputs;
  private final Pinned targets;

  /** Room for so many rows. */
  RowsOfHost(RowStore store, int rows) {
    this.store = store;
    x = new double[rows * store.inputs()];
    y = new double[store.targets()][rows];
    inputs = new Pinned(x.length);
    targets = new Pinned(rows * store.targets());
  }

  /** Takes the rows with these numbers. */
  void read(long[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      store.read((int) numbers[i], x, i * store.inputs(), y, i);
    }
    put(numbers.length);
  }

  /** Takes rows that follow each other. */
  void read(int from, int count) {
    for (int i = 0; i < count; i++) {
      store.read(from + i, x, i * store.inputs(), y, i);
    }
    put(count);
  }

  private void put(int count) {
    inputs.doubles().put(0, x, 0, count * store.inputs());
    for (int t = 0; t < y.length; t++) {
      targets.doubles().put(t * count, y[t], 0, count);
    }
  }

  /** Sends them: inputs by rows, targets by columns. */
  void send(Stream stream, int count, long toInputs, long toTargets) {
    stream.upload(inputs, toInputs, (long) count * store.inputs());
    stream.upload(targets, toTargets, (long) count * store.targets());
  }

  @Override
  public void close() {
    inputs.close();
    targets.close();
  }
}
