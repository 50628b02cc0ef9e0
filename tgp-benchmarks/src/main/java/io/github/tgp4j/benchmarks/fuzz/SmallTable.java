package io.github.tgp4j.benchmarks.fuzz;

import java.util.Locale;
import java.util.SplittableRandom;

/** A small table for the command: two inputs and a skewed target. */
final class SmallTable {
  private SmallTable() {}

  static String csv(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("size,colour,price\n");
    for (int i = 0; i < rows; i++) {
      double size = 4 * random.nextDouble();
      boolean red = random.nextBoolean();
      double log = Math.sin(size) + (red ? 0.5 : 0) + 0.3 * random.nextGaussian();
      text.append(
          String.format(Locale.ROOT, "%.4f,%s,%.4f%n", size, red ? "red" : "blue", Math.exp(log)));
    }
    return text.toString();
  }
}
