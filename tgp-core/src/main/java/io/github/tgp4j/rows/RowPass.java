package io.github.tgp4j.rows;

/** Visits rows once, from the first to the last, wherever they lie. */
public final class RowPass {
  /** Sees one row; its arrays are reused from row to row. */
  @FunctionalInterface
  public interface Visitor {
    void at(long row, double[] x, double[] y);
  }

  private RowPass() {}

  /** Shows every row to the visitor. */
  public static void over(RowStore rows, Visitor visitor) {
    double[] x = new double[rows.inputs()];
    double[][] read = new double[rows.targets()][1];
    double[] y = new double[rows.targets()];
    for (long i = 0; i < rows.rows(); i++) {
      rows.read(i, x, 0, read, 0);
      for (int o = 0; o < y.length; o++) {
        y[o] = read[o][0];
      }
      visitor.at(i, x, y);
    }
  }
}
