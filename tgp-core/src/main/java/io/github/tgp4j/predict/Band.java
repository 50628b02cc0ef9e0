package io.github.tgp4j.predict;

import java.util.Locale;

/**
 * An interval per row.
 *
 * @param lower ends, one per row
 * @param upper ends, one per row
 */
public record Band(double[] lower, double[] upper) {
  /** How many rows it has. */
  public int rows() {
    return lower.length;
  }

  /** Whether lower ≤ y ≤ upper at a row. */
  public boolean contains(int row, double y) {
    return lower[row] <= y && y <= upper[row];
  }

  /** The first intervals. */
  @Override
  public String toString() {
    return Listing.of(
        "Band", rows(), i -> String.format(Locale.ROOT, "%.4g … %.4g", lower[i], upper[i]));
  }
}
