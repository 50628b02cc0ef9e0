package io.github.tgp4j.rows;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;

/**
 * Rows at hand: their inputs, their targets, and the number that each has among all rows. Whatever
 * is drawn at random for a row is named by that number, so it does not depend on where the row
 * lies.
 */
public final class RowBlock {
  /** Inputs, a row each. */
  public final Matrix x;

  /** One array per target; those of the first row stand at {@link #yFrom}. */
  public final double[][] y;

  public final int yFrom;
  private final long first;
  private final long[] numbers; // of y's rows; null where they are consecutive

  private RowBlock(Matrix x, double[][] y, int yFrom, long first, long[] numbers) {
    this.x = x;
    this.y = y;
    this.yFrom = yFrom;
    this.first = first;
    this.numbers = numbers;
  }

  /**
   * Consecutive rows.
   *
   * @param first the number of the first
   */
  public static RowBlock of(Matrix x, double[][] y, long first) {
    return new RowBlock(x, y, 0, first, null);
  }

  /** Rows with these numbers, which are not copied. */
  public static RowBlock of(Matrix x, double[][] y, long[] numbers) {
    return new RowBlock(x, y, 0, 0, numbers);
  }

  public int rows() {
    return x.rows;
  }

  /** Rows {@code from} (inclusive) to {@code to} (exclusive) of these. */
  public RowBlock slice(int from, int to) {
    return new RowBlock(x.rowRange(from, to), y, yFrom + from, first + from, numbers);
  }

  /** The random numbers of these rows. */
  public Noise noise(Noise all) {
    return numbers == null ? all.fromRow(first) : all.ofRows(numbers, yFrom);
  }
}
