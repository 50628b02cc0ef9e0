package io.github.tgp4j.spark;

/**
 * A seeded order of 0 … n − 1 that needs no memory: a Feistel network permutes the numbers below
 * the next power of four, and one that leads outside is followed until it leads back.
 */
final class Permutation {
  private static final int ROUNDS = 6;

  private final long size;
  private final int half; // bits of each half of a number
  private final long mask;
  private final long[] keys = new long[ROUNDS];

  Permutation(long size, long seed, long epoch) {
    this.size = size;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size - 1));
    this.half = (bits + 1) / 2;
    this.mask = (1L << half) - 1;
    for (int r = 0; r < ROUNDS; r++) {
      keys[r] = mix(mix(seed + 0x9e3779b97f4a7c15L * (epoch + 1)) + r);
    }
  }

  /** The number at a place. */
  long at(long place) {
    long value = place;
    do {
      long left = value >>> half;
      long right = value & mask;
      for (long key : keys) {
        long next = left ^ (mix(right + key) & mask);
        left = right;
        right = next;
      }
      value = left << half | right;
    } while (value >= size);
    return value;
  }

  /** The SplitMix64 finaliser (Steele, Lea and Flood 2014). */
  static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
