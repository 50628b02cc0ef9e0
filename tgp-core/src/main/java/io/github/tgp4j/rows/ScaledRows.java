package io.github.tgp4j.rows;

/**
 * Rows that are scaled when they are read: raw ones that lie in a file need no scaled copy. The
 * numbers are those of {@link Scaling#apply(io.github.tgp4j.linalg.Matrix)}, bit for bit.
 */
record ScaledRows(RowStore raw, Scaling inputScaling, Scaling targetScaling) implements RowStore {
  @Override
  public long rows() {
    return raw.rows();
  }

  @Override
  public int inputs() {
    return raw.inputs();
  }

  @Override
  public int targets() {
    return raw.targets();
  }

  @Override
  public void read(long row, double[] x, int xAt, double[][] y, int yAt) {
    raw.read(row, x, xAt, y, yAt);
    for (int j = 0; j < raw.inputs(); j++) {
      x[xAt + j] = inputScaling.apply(j, x[xAt + j]);
    }
    for (int o = 0; o < y.length; o++) {
      y[o][yAt] = targetScaling.apply(o, y[o][yAt]);
    }
  }

  @Override
  public RowOrder order() {
    return raw.order();
  }

  @Override
  public double key(long row) {
    return raw.key(row);
  }
}
