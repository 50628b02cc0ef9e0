package io.github.tgp4j.cli;

/** Bytes among numbers: six to each, which a double holds exactly; the first says how many. */
final class PackedBytes {
  private static final int EACH = 6;

  private PackedBytes() {}

  static double[] pack(byte[] bytes) {
    double[] out = new double[1 + (bytes.length + EACH - 1) / EACH];
    out[0] = bytes.length;
    for (int i = 0; i < bytes.length; i++) {
      int at = 1 + i / EACH;
      out[at] += (bytes[i] & 0xFF) * (double) (1L << (8 * (i % EACH)));
    }
    return out;
  }

  static byte[] unpack(double[] packed) {
    byte[] out = new byte[(int) packed[0]];
    for (int i = 0; i < out.length; i++) {
      out[i] = (byte) ((long) packed[1 + i / EACH] >>> (8 * (i % EACH)));
    }
    return out;
  }
}
