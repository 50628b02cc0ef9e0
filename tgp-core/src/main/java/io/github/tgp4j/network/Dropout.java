package io.github.tgp4j.network;

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
  private boolean isOff() {
    return keep == 1 << DIGITS;
  }

  /** 1/(1 − p). */
  double scale() {
    return scale;
  }

  /**
   * to ← mask ∘ from for rows × units values, row by row; the first of them is row {@code row}
   * after the noise's first. In place is allowed.
   */
  void apply(
      Noise noise,
      int layer,
      int row,
      int rows,
      int units,
      double[] from,
      int fromAt,
      double[] to,
      int toAt) {
    if (isOff()) {
      System.arraycopy(from, fromAt, to, toAt, rows * units);
      return;
    }
    int words = (units + WORD - 1) / WORD;
    long key = noise.stream(layer);
    for (int i = 0; i < rows; i++) {
      long index = noise.row(row + i) * words;
      for (int w = 0; w < words; w++) {
        long bits = word(key, (index + w) * DIGITS);
        int start = i * units + w * WORD;
        int n = Math.min(WORD, units - w * WORD);
        multiply(bits, from, fromAt + start, to, toAt + start, n);
      }
    }
  }

  /** Which units {@link #apply} keeps in one row. */
  boolean[] kept(Noise noise, int layer, int row, int units) {
    boolean[] kept = new boolean[units];
    int words = (units + WORD - 1) / WORD;
    long key = noise.stream(layer);
    for (int u = 0; u < units; u++) {
      long index = noise.row(row) * words + u / WORD;
      kept[u] = isOff() || (word(key, index * DIGITS) >>> u % WORD & 1) == 1;
    }
    return kept;
  }

  /** Four units at a time from a table: cheaper than a conversion or a branch for each. */
  private void multiply(long bits, double[] from, int fromAt, double[] to, int toAt, int n) {
    double[] factors = table;
    int j = 0;
    for (; j <= n - NIBBLE; j += NIBBLE) {
      int entry = (int) (bits & 15) * NIBBLE;
      bits >>>= NIBBLE;
      to[toAt + j] = from[fromAt + j] * factors[entry];
      to[toAt + j + 1] = from[fromAt + j + 1] * factors[entry + 1];
      to[toAt + j + 2] = from[fromAt + j + 2] * factors[entry + 2];
      to[toAt + j + 3] = from[fromAt + j + 3] * factors[entry + 3];
    }
    for (int entry = (int) (bits & 15) * NIBBLE; j < n; j++) {
      to[toAt + j] = from[fromAt + j] * factors[entry++];
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
