package io.github.tgp4j.io;

import java.util.Arrays;

/**
 * The nodes of trees as digits, many to a number: digit j for a split by input j, D + n − 1 for a
 * leaf with n numbers. The first digit is the lowest.
 */
final class NodeDigits {
  private static final double WHOLE = 0x1p53; // below it doubles hold every whole number

  private final int[] nodes;
  private final int inputs;
  private final int base;

  NodeDigits(int[] nodes, int inputs) {
    this.nodes = nodes;
    this.inputs = inputs;
    this.base = Math.max(2, inputs - Arrays.stream(nodes).min().orElse(0));
  }

  /** How many digits one number has. */
  private static int perNumber(int base) {
    int digits = 0;
    for (double range = base; range <= WHOLE; range *= base) {
      digits++;
    }
    return digits;
  }

  int count() {
    return nodes.length;
  }

  int base() {
    return base;
  }

  double[] packed() {
    int each = perNumber(base);
    double[] out = new double[(nodes.length + each - 1) / each];
    for (int n = nodes.length - 1; n >= 0; n--) {
      int digit = nodes[n] >= 0 ? nodes[n] : inputs - nodes[n] - 1;
      out[n / each] = out[n / each] * base + digit;
    }
    return out;
  }

  /**
   * The nodes.
   *
   * @throws IllegalArgumentException where there are not as many
   */
  static int[] unpacked(double[] packed, int count, int base, int inputs) {
    int each = perNumber(base);
    if (packed.length != (count + (long) each - 1) / each) {
      throw new IllegalArgumentException(
          "forest: expected " + count + " nodes but got " + packed.length + " numbers");
    }
    int[] nodes = new int[count];
    for (int k = 0; k < packed.length; k++) {
      long rest = (long) packed[k];
      if (!(packed[k] >= 0 && packed[k] < WHOLE && packed[k] == rest)) {
        throw new IllegalArgumentException("forest: expected whole numbers but got " + packed[k]);
      }
      for (int n = k * each; n < Math.min(count, (k + 1) * each); n++) {
        int digit = (int) (rest % base);
        rest /= base;
        nodes[n] = digit < inputs ? digit : inputs - digit - 1;
      }
    }
    return nodes;
  }
}
