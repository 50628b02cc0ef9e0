package io.github.tgp4j.cuda;

/**
 * Rows on the device.
 *
 * @param x where the inputs start, rows×inputs
 * @param y where the first target starts; the next stands {@code stride} numbers on
 * @param numbers where the rows' numbers among all rows stand, or 0 where they count from {@code
 *     first}
 * @param scale N/B
 */
record Batch(
    long x, long y, long numbers, long first, long rows, long stride, int inputs, double scale) {
  /** Some of the rows. */
  Batch slice(long from, long to) {
    return new Batch(
        x + Double.BYTES * from * inputs,
        y + Double.BYTES * from,
        numbers == 0 ? 0 : numbers + Long.BYTES * from,
        first + from,
        to - from,
        stride,
        inputs,
        scale);
  }

  /** The same rows with other numbers. */
  Batch withNumbers(long place) {
    return new Batch(x, y, place, 0, rows, stride, inputs, scale);
  }

  /** Where the targets of an output start. */
  long y(int output) {
    return y + Double.BYTES * output * stride;
  }
}
