package io.github.tgp4j.network;

import io.github.tgp4j.compute.Scratch;

/**
 * Inverted dropout: a unit is kept with probability 1 − p and then multiplied by 1/(1 − p);
 * equation N2 in docs/equations.md.
 *
 * <p>64 units are decided at once. With the binary digits of 1 − p = 0.b₁b₂…b_k and random words
 * w_k, …, w₁, the word r ← b_j ? w_j | r : w_j &amp; r, from r = 0 and j = k down to 1, has bits
 * that are 1 with probability 1 − p each: dropout 0.25 needs two random words for 64 units. The
 * probability is rounded to 16 digits.
 */
final class Dropout {
  private static final int DIGITS = 16;
  private static final int WORD = 64;
  private static final int NIBBLE = 4;

  /** Values of a mask that are made at a time: they stay in the first-level cache. */
  private static final int CHUNK = 1024;

  private final int keep; // (1 − p)·2^DIGITS
  private final int lowest; // the place of the lowest digit that is 1
  private final double scale;
  private final double[] table = new double[NIBBLE << NIBBLE]; // the four factors of each nibble

  Dropout(double probability) {
    keep = Math.max(1, (int) Math.round((1.0 - probability) * (1 << DIGITS)));
    lowest = Integer.numberOfTrailingZeros(keep);
    scale = (double) (1 << DIGITS) / keep;
    for (int i = 0; i < table.length; i++) {
      table[i] = (i / NIBBLE >>> (i % NIBBLE) & 1) * scale;
    }
  }

  /** Whether nothing is ever dropped. */
  boolean isOff() {
    return keep == 1 << DIGITS;
  }

  /** 1/(1 − p). */
  double scale() {
    return scale;
  }

  /**
   * to[toFrom+i] = from[fromAt+i]·factor_i for rows × units values, row by row, of which the first
   * row has number {@code row}; in place is allowed.
   */
  void apply(
      Noise noise,
      int layer,
      long row,
      int rows,
      int units,
      double[] from,
      int fromAt,
      double[] to,
      int toAt,
      Scratch scratch) {
    int mark = scratch.mark();
    int step = Math.max(1, CHUNK / units);
    double[] factors = scratch.take(step * units + WORD);
    long key = noise.stream(layer);
    for (int i = 0; i < rows; i += step) {
      int count = Math.min(step, rows - i);
      for (int k = 0; k < count; k++) {
        factors(key, noise.firstRow() + row + i + k, units, factors, k * units);
      }
      multiply(from, fromAt + i * units, factors, to, toAt + i * units, count * units);
    }
    scratch.release(mark);
  }

  private static void multiply(
      double[] from, int fromAt, double[] factors, double[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = from[fromAt + i] * factors[i];
    }
  }

  /** The factors of one row; may write up to 3 values more, which the next row overwrites. */
  private void factors(long key, long row, int units, double[] out, int at) {
    int words = (units + WORD - 1) / WORD;
    for (int w = 0; w < words; w++) {
      long bits = word(key, (row * words + w) * DIGITS);
      int start = at + w * WORD;
      int end = Math.min(start + WORD, at + units);
      for (int j = start; j < end; j += NIBBLE) {
        int entry = (int) (bits & 15) * NIBBLE;
        bits >>>= NIBBLE;
        out[j] = table[entry];
        out[j + 1] = table[entry + 1];
        out[j + 2] = table[entry + 2];
        out[j + 3] = table[entry + 3];
      }
    }
  }

  /** 64 decisions, each 1 with probability keep/2^DIGITS. */
  private long word(long key, long index) {
    long r = 0;
    for (int digit = lowest; digit < DIGITS; digit++) {
      long w = Noise.bits(key, index + digit);
      r = (keep >>> digit & 1) == 1 ? w | r : w & r;
    }
    return r;
  }
}
