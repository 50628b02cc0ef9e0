package io.github.tgp4j.rows;

/** Some rows of a store, in an order of their own. */
record SelectedRows(RowStore all, int[] places, int from, int to) implements RowStore {
  @Override
  public long rows() {
    return (long) to - from;
  }

  @Override
  public int inputs() {
    return all.inputs();
  }

  @Override
  public int targets() {
    return all.targets();
  }

  @Override
  public void read(long row, double[] x, int xAt, double[][] y, int yAt) {
    all.read(places[from + (int) row], x, xAt, y, yAt);
  }

  @Override
  public RowOrder order() {
    return all.order();
  }

  @Override
  public double key(long row) {
    return all.key(places[from + (int) row]);
  }
}
