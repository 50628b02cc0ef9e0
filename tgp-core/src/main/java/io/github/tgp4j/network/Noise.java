package io.github.tgp4j.network;

/**
 * Names the random numbers of one evaluation: each is a hash of (seed, step, sample, layer, row,
 * unit), so it does not depend on how rows are split over calls or threads, and the same noise
 * gives the same value again.
 *
 * @param seed of the whole run
 * @param step of the training, so that every step draws anew
 * @param sample which of several draws at the same rows
 * @param firstRow the number of the first row, or its place in {@code numbers}
 * @param numbers of rows that are not consecutive, else null
 */
public record Noise(long seed, long step, long sample, long firstRow, long[] numbers) {
  /** 2⁶⁴ divided by the golden ratio, odd: its multiples are spread evenly. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  public Noise {
    if (firstRow < 0) {
      throw new IllegalArgumentException("first row: expected 0 or more but got " + firstRow);
    }
  }

  /** Of consecutive rows from number 0 on. */
  public static Noise of(long seed, long step, long sample) {
    return new Noise(seed, step, sample, 0, null);
  }

  /** The same draws, for consecutive rows from this number on. */
  public Noise fromRow(long row) {
    return new Noise(seed, step, sample, row, null);
  }

  /** The same draws, for rows with the numbers from a place of the array on. */
  public Noise ofRows(long[] rows, int from) {
    return new Noise(seed, step, sample, from, rows);
  }

  /** The same draws without the first rows. */
  public Noise skip(int rows) {
    return new Noise(seed, step, sample, firstRow + rows, numbers);
  }

  /** Another draw for the same rows. */
  public Noise withSample(long other) {
    return new Noise(seed, step, other, firstRow, numbers);
  }

  /**
   * Standard normal numbers of some rows, the first {@code skipped} left out: out[i·units + u] is
   * that of the i-th row and unit u.
   */
  public void gaussian(int layer, int skipped, int rows, int units, double[] out) {
    long key = stream(layer);
    if (numbers == null) {
      GaussianNoise.fill(key, row(skipped) * units, rows * units, out, 0);
      return;
    }
    for (int i = 0; i < rows; i++) {
      GaussianNoise.fill(key, row(skipped + i) * units, units, out, i * units);
    }
  }

  /** The number of the i-th row. */
  long row(int i) {
    return numbers == null ? firstRow + i : numbers[(int) firstRow + i];
  }

  /** The key of one layer's numbers. */
  long stream(int layer) {
    long key = mix(seed + GOLDEN);
    key = mix(key ^ (step * GOLDEN));
    key = mix(key + sample);
    return mix(key + GOLDEN * (layer + 1L));
  }

  /** 64 random bits: number {@code index} of the stream with this key. */
  static long bits(long key, long index) {
    return mix(key + index * GOLDEN);
  }

  /** The SplitMix64 finaliser (Steele, Lea and Flood 2014; Stafford's variant 13). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
