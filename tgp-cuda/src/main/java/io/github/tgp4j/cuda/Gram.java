package io.github.tgp4j.cuda;

import io.github.tgp4j.cuda.device.Buffer;
import io.github.tgp4j.cuda.device.Grid;
import io.github.tgp4j.cuda.device.Products.Operand;

/**
 * W = Σ_n v̄_n H_n H_nᵀ and every a = Σ_n m̄_n H_n of rows on the device (S3): the product of the
 * rows' multiples, with m̄ behind them, with the rows.
 *
 * <p>cuBLAS does not split the long sum over rows by itself: it is cut into as many slices as the
 * device has multiprocessors to fill, whose products are added in order. Of a large W only the
 * columns' lower parts are computed.
 */
final class Gram implements AutoCloseable {
  private static final int TILE = 128; // what a multiprocessor computes at a time
  private static final int PANEL = 256; // columns of a large W at a time
  private static final int LEAST_ROWS = 64; // of a slice
  private static final int THREADS = 256;
  private static final int WARPS = THREADS / 32;
  private static final int BLOCKS_PER_MULTIPROCESSOR = 16;

  private final Lane lane;
  private final Partials partials;
  private final int m;
  private final int width; // of a scaled row
  private final int multiprocessors;
  private final Buffer scaled;
  private final Buffer slices;

  /**
   * @param latents how many a there are at most
   * @param block rows at most
   */
  Gram(Lane lane, Partials partials, int m, int latents, int block) {
    this.lane = lane;
    this.partials = partials;
    this.m = m;
    multiprocessors = lane.stream().device().multiprocessors();
    width = (m + latents + 3) / 4 * 4;
    scaled = new Buffer(padded(block, multiprocessors) * width);
    long most = 0;
    for (int column = 0; column < m; column += panel(m)) {
      long high = (long) m + latents - column;
      most = Math.max(most, slices(block, column, (int) high) * high * panel(m));
    }
    slices = new Buffer(most);
  }

  /** Rows that H must have room for, of which those behind the block's are to be finite. */
  static long padded(long block, int multiprocessors) {
    return block + multiprocessors;
  }

  private static int panel(int m) {
    return m <= PANEL ? m : PANEL;
  }

  /** How many slices fill the device. */
  private long slices(long rows, int column, int high) {
    int cols = Math.min(panel(m), m - column);
    long tiles = (long) ((high + TILE - 1) / TILE) * ((cols + TILE - 1) / TILE);
    return Math.max(1, Math.min(multiprocessors / tiles, (rows + LEAST_ROWS - 1) / LEAST_ROWS));
  }

  /** From one scaled row to the next, where {@link #addScaled} finds them written. */
  int width() {
    return width;
  }

  /** Where scaled rows go that another kernel writes. */
  long scaled() {
    return scaled.at();
  }

  /**
   * Adds W, with every a below it, to what is there.
   *
   * @param varianceBar where v̄ stands
   * @param meanBar where the m̄ of the first latent stands
   * @param latents of which there are a
   * @param stride from one latent's m̄ to the next
   */
  void add(
      Buffer h, long rows, long varianceBar, long meanBar, int latents, long stride, long out) {
    long padded = padded(rows, multiprocessors);
    long blocks = (padded + WARPS - 1) / WARPS;
    lane.launch(
        "scale_rows",
        Grid.of(Math.min(blocks, (long) BLOCKS_PER_MULTIPROCESSOR * multiprocessors), THREADS),
        h.at(),
        rows,
        m,
        varianceBar,
        meanBar,
        latents,
        stride,
        width,
        padded,
        scaled.at());
    multiply(h, rows, latents, out);
  }

  /** The same where v̄·H is written already, of one latent. */
  void addScaled(Buffer h, long rows, long meanBar, long stride, long out) {
    long padded = padded(rows, multiprocessors);
    lane.each("scale_rest", padded, rows, m, meanBar, 1, stride, width, padded, scaled.at());
    multiply(h, rows, 1, out);
  }

  private void multiply(Buffer h, long rows, int latents, long out) {
    for (int column = 0; column < m; column += panel(m)) {
      addPanel(h, rows, column, m + latents - column, out);
    }
    if (panel(m) < m) {
      lane.each("mirror", (long) m * m, out, m);
    }
  }

  /** The columns from one on, from their diagonal down. */
  private void addPanel(Buffer h, long rows, int column, int high, long out) {
    int cols = Math.min(panel(m), m - column);
    int count = (int) slices(rows, column, high);
    long slice = (rows + count - 1) / count;
    lane.products()
        .multiply(
            count,
            high,
            cols,
            (int) slice,
            Operand.of(scaled.at(column), width).transpose(),
            Operand.of(h.at(column), m),
            Operand.of(slices.at(), cols),
            new long[] {slice * width, slice * m, (long) high * cols});
    if (cols == m) {
      partials.addBlocks(slices, count, (long) high * m, out);
      return;
    }
    long corner = out + Double.BYTES * ((long) column * m + column);
    lane.each("add_slices", (long) high * cols, slices.at(), count, high, cols, m, corner);
  }

  @Override
  public void close() {
    scaled.close();
    slices.close();
  }
}
