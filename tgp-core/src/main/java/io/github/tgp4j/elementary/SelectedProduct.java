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
 * <p>Fused multiply-adds from the bias on, in the order of k (in four interleaved sums for the one
 * or two columns that are left after multiples of four): a point gets the same bits wherever it
 * stands in a tile, on every processor and JVM. BLAS would be no faster on matrices this small even
 * if rows and columns were packed for it, which costs as much as the product.
 */
public final class SelectedProduct {
  /** T, the points of a tile. */
  public static final int TILE = 16;

  /** So many outputs are computed together. */
  public static final int OUTPUTS = 4;

  private SelectedProduct() {}

  /**
   * The weights of one layer: which rows and columns of w count.
   *
   * @param weightAt where the row of each input starts in w
   * @param inputAt where the tile of each input starts in h
   * @param inputs how many of those are used
   * @param columns a multiple of {@link #OUTPUTS}, or one or two more
   */
  public record Selection(int[] weightAt, int[] inputAt, int inputs, int[] columns) {
    public Selection {
      if (columns.length % OUTPUTS == OUTPUTS - 1) {
        throw new IllegalArgumentException(
            "columns: expected a multiple of "
                + OUTPUTS
                + ", or one or two more, but got "
                + columns.length
                + "; repeat one to fill up");
      }
    }
  }

  /**
   * Writes {@code columns.length} tiles to out.
   *
   * @param rectify whether max(out, 0) takes the place of out
   */
  public static void apply(
      double[] w,
      Selection selection,
      double[] h,
      double[] bias,
      int biasAt,
      boolean rectify,
      double[] out) {
    int[] columns = selection.columns;
    if (out.length < columns.length * TILE) {
      throw new IndexOutOfBoundsException(
          "out: expected at least " + columns.length * TILE + " values but got " + out.length);
    }
    Elementary.PROVIDER.selectedProduct(
        w,
        selection.weightAt,
        selection.inputAt,
        selection.inputs,
        columns,
        h,
        bias,
        biasAt,
        rectify,
        out);
  }
}
