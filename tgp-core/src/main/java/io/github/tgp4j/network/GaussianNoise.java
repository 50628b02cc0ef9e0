package io.github.tgp4j.network;

/**
 * Standard normal numbers by index: the ziggurat of Marsaglia and Tsang (2000) with 256 layers of
 * equal area, fed by {@link Noise#bits}.
 *
 * <p>Of a word, 8 bits choose the layer, 1 the sign and 53 others the place x in it; in 98.8% of
 * cases x lies wholly under the density. Otherwise further words of the same index decide between x
 * and a new attempt.
 */
final class GaussianNoise {
  private static final int LAYERS = 256;

  /** Where the tail begins. */
  static final double TAIL = 3.654152885361009;

  /** The area of each layer under exp(−x²/2). */
  private static final double AREA = 0.00492867323399;

  private static final double UNIT = 0x1p-53;
  private static final long SIGN = 1L << 63;

  /** Right ends of the layers, from the widest (the base, with the tail folded in) to 0. */
  private static final double[] EDGE = new double[LAYERS + 1];

  /** exp(−x²/2) at the right ends. */
  private static final double[] DENSITY = new double[LAYERS + 1];

  static {
    EDGE[0] = AREA / Math.exp(-0.5 * TAIL * TAIL);
    EDGE[1] = TAIL;
    for (int i = 2; i < LAYERS; i++) {
      double x = EDGE[i - 1];
      EDGE[i] = Math.sqrt(-2.0 * Math.log(AREA / x + Math.exp(-0.5 * x * x)));
    }
    for (int i = 0; i <= LAYERS; i++) {
      DENSITY[i] = Math.exp(-0.5 * EDGE[i] * EDGE[i]);
    }
  }

  private GaussianNoise() {}

  /** out[at+i], 0 ≤ i &lt; n: the numbers first, first + 1, … of the stream with this key. */
  static void fill(long key, long first, int n, double[] out, int at) {
    for (int i = 0; i < n; i++) {
      long w = Noise.bits(key, first + i);
      int layer = (int) w & 255;
      double x = (w >>> 11) * UNIT * EDGE[layer];
      if (x >= EDGE[layer + 1]) {
        x = rare(w, layer, x);
      }
      // Bit 8 to the place of the sign.
      out[at + i] = Double.longBitsToDouble(Double.doubleToRawLongBits(x) | (w << 55 & SIGN));
    }
  }

  /** |x| when the first attempt is not under the layer's inner edge. */
  private static double rare(long key, int layer, double x) {
    long index = 1;
    while (true) {
      if (layer == 0) {
        return tail(key, index);
      }
      double y = DENSITY[layer] + uniform(key, index++) * (DENSITY[layer + 1] - DENSITY[layer]);
      if (y < Math.exp(-0.5 * x * x)) {
        return x;
      }
      long w = Noise.bits(key, index++);
      layer = (int) w & 255;
      x = (w >>> 11) * UNIT * EDGE[layer];
      if (x < EDGE[layer + 1]) {
        return x;
      }
    }
  }

  /** Marsaglia's exact tail beyond {@link #TAIL}. */
  private static double tail(long key, long index) {
    double x;
    double y;
    do {
      x = -Math.log(uniform(key, index++)) / TAIL;
      y = -Math.log(uniform(key, index++));
    } while (y + y < x * x);
    return TAIL + x;
  }

  /** Strictly between 0 and 1. */
  private static double uniform(long key, long index) {
    return ((Noise.bits(key, index) >>> 11) + 0.5) * UNIT;
  }
}
