package io.github.tgp4j.elementary;

/**
 * Products with chosen rows and columns of a matrix, for a tile of {@value #TILE} points at a time:
 * what a network with dropped units needs, without the units that were dropped. Equation U20 in
 * docs/equations.md.
 *
 * <pre>
 *   out[j·T + t] = bias[biasAt + column_j] + Σ_k w[weightAt_k + column_j]·h[inputAt_k + t],  0 ≤ t &lt; T
 * </pre>
 *
 * <p>Fused multiply-adds from the bias on, in the order of k (with one column in four interleaved
 * sums): a point gets the same bits wherever it stands in a tile, on every processor and JVM. BLAS
 * would be no faster on matrices this small even if rows and columns were packed for it, which
 * costs as much as the product.
 */
public final class SelectedProduct {
  /** T, the points of a tile. */
  public static final int TILE = 16;

  /** Outputs come in so many at a time; lists of columns are filled up to a multiple of it. */
  public static final int OUTPUTS = 4;

  private SelectedProduct() {}

  /**
   * The weights of one layer: which rows and columns of w count.
   *
   * @param weightAt where the row of each input starts in w
   * @param inputAt where the tile of each input starts in h
   * @param inputs how many of those are used
   * @param columns one column, or a multiple of {@link #OUTPUTS}
   */
  public record Selection(int[] weightAt, int[] inputAt, int inputs, int[] columns) {
    public Selection {
      if (columns.length != 1 && columns.length % OUTPUTS != 0) {
        throw new IllegalArgumentException(
            "columns: expected 1 or a multiple of "
                + OUTPUTS
                + " but got "
                + columns.length
                + "; repeat one to fill up");
      }
    }
  }

  /** Writes {@code columns.length} tiles to out. */
  public static void apply(
      double[] w, Selection selection, double[] h, double[] bias, int biasAt, double[] out) {
    int[] columns = selection.columns;
    if (out.length < columns.length * TILE) {
      throw new IndexOutOfBoundsException(
          "out: expected at least " + columns.length * TILE + " values but got " + out.length);
    }
    Elementary.PROVIDER.selectedProduct(
        w, selection.weightAt, selection.inputAt, selection.inputs, columns, h, bias, biasAt, out);
  }
}
