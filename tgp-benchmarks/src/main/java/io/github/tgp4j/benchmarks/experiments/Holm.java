package io.github.tgp4j.benchmarks.experiments;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's adjustment of several p values (1979): from the smallest on, the i-th of m is multiplied
 * by m − i + 1, and none may be below one before it. What is then below 5% is significant, with the
 * chance of any false one below 5%.
 */
final class Holm {
  private Holm() {}

  static double[] adjusted(double[] p) {
    List<Integer> order =
        IntStream.range(0, p.length).boxed().sorted(Comparator.comparingDouble(i -> p[i])).toList();
    double[] out = new double[p.length];
    double least = 0.0;
    for (int i = 0; i < p.length; i++) {
      least = Math.max(least, Math.min(1.0, (p.length - i) * p[order.get(i)]));
      out[order.get(i)] = least;
    }
    return out;
  }
}
