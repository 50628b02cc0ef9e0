package io.github.tgp4j.network;

/**
 * Names the random numbers of one evaluation: each is a hash of (seed, step, sample, layer, row,
 * unit), so it does not depend on how rows are split over calls or threads, and the same noise
 * gives the same value again.
 *
 * @param seed of the whole run
 * @param step of the training, so that every step draws anew
 * @param sample which of several draws at the same rows
 * @param firstRow the number that row 0 of the matrix passed has within the batch
 */
public record Noise(long seed, long step, long sample, long firstRow) {
  /** 2⁶⁴ divided by the golden ratio, odd: its multiples are spread evenly. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  public Noise {
    if (firstRow < 0) {
      throw new IllegalArgumentException("first row: expected 0 or more but got " + firstRow);
    }
  }

  /** Of a batch whose rows are passed from its first one on. */
  public static Noise of(long seed, long step, long sample) {
    return new Noise(seed, step, sample, 0);
  }

  /** The same draws, for a matrix that starts at this row of the batch. */
  public Noise fromRow(long row) {
    return new Noise(seed, step, sample, row);
  }

  /** Another draw for the same rows. */
  public Noise withSample(long other) {
    return new Noise(seed, step, other, firstRow);
  }

  /**
   * Standard normal numbers of {@code rows} rows from {@link #firstRow} on: out[i·units + u] is
   * that of row i and unit u.
   */
  public void gaussian(int layer, int rows, int units, double[] out) {
    GaussianNoise.fill(stream(layer), firstRow * units, rows * units, out, 0);
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
