package io.github.tgp4j.likelihood;

import org.apache.commons.numbers.gamma.LogGamma;

/** log n!, from a table for the counts that are common: a row costs little more than its nodes. */
final class LogFactorial {
  private static final double[] TABLE = new double[1024];

  static {
    for (int n = 2; n < TABLE.length; n++) {
      TABLE[n] = LogGamma.value(n + 1.0);
    }
  }

  private LogFactorial() {}

  static double of(double n) {
    return n < TABLE.length ? TABLE[(int) n] : LogGamma.value(n + 1.0);
  }
}
