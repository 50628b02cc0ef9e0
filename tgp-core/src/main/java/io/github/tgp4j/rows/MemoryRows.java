package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;

/** Rows in memory, not copied. */
record MemoryRows(Matrix x, double[][] y) implements RowStore {
  MemoryRows {
    for (double[] targets : y) {
      if (targets.length != x.rows) {
        throw new IllegalArgumentException(
            "targets: expected " + x.rows + ", one per row of x, but got " + targets.length);
      }
    }
  }

  @Override
  public long rows() {
    return x.rows;
  }

  @Override
  public int inputs() {
    return x.cols;
  }

  @Override
  public int targets() {
    return y.length;
  }

  @Override
  public void read(long row, double[] xOut, int xAt, double[][] yOut, int yAt) {
    System.arraycopy(x.data, x.at((int) row, 0), xOut, xAt, x.cols);
    for (int o = 0; o < y.length; o++) {
      yOut[o][yAt] = y[o][(int) row];
    }
  }

  @Override
  public Matrix allInputs() {
    return x;
  }

  @Override
  public double[][] allTargets() {
    return y;
  }

  @Override
  public boolean isInMemory() {
    return true;
  }
}
