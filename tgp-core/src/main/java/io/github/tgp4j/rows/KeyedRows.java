package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;

/** Rows with the time or the group of each, by which they are held out. */
record KeyedRows(RowStore rowStore, RowOrder order, double[] keys) implements RowStore {
  KeyedRows {
    if (keys.length != rowStore.rows()) {
      throw new IllegalArgumentException(
          "keys: expected " + rowStore.rows() + ", one per row, but got " + keys.length);
    }
  }

  @Override
  public double key(long row) {
    return keys[(int) row];
  }

  @Override
  public long rows() {
    return rowStore.rows();
  }

  @Override
  public int inputs() {
    return rowStore.inputs();
  }

  @Override
  public int targets() {
    return rowStore.targets();
  }

  @Override
  public void read(long row, double[] x, int xAt, double[][] y, int yAt) {
    rowStore.read(row, x, xAt, y, yAt);
  }

  @Override
  public Matrix allInputs() {
    return rowStore.allInputs();
  }

  @Override
  public double[][] allTargets() {
    return rowStore.allTargets();
  }

  @Override
  public boolean isInMemory() {
    return rowStore.isInMemory();
  }

  @Override
  public void close() {
    rowStore.close();
  }
}
