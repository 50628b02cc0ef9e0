package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Nemenyi's test of all pairs at 5% (Demšar 2006): two mean ranks differ if they are at least CD =
 * q·√(k(k + 1)/(6N)) apart, q the 95% quantile of the studentised range of k over √2.
 */
final class CriticalDifference {
  /** q of k = 2, 3 …: Demšar's table 5. */
  private static final double[] Q = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};

  private CriticalDifference() {}

  static double of(Friedman test) {
    int models = test.meanRanks().length;
    if (models < 2 || models - 2 >= Q.length) {
      throw new IllegalArgumentException("models: expected 2 to 10 but got " + models);
    }
    return Q[models - 2] * test.deviation();
  }

  /**
   * Largest groups of models that do not differ, best first; a model that differs from all is in
   * none.
   */
  static List<List<Integer>> groups(Friedman test) {
    double[] ranks = test.meanRanks();
    List<Integer> order =
        IntStream.range(0, ranks.length)
            .boxed()
            .sorted((a, b) -> Double.compare(ranks[a], ranks[b]))
            .toList();
    double critical = of(test);
    List<List<Integer>> groups = new ArrayList<>();
    int reached = 0;
    for (int from = 0; from < order.size(); from++) {
      int to = from;
      while (to + 1 < order.size()
          && ranks[order.get(to + 1)] - ranks[order.get(from)] < critical) {
        to++;
      }
      if (to > from && to + 1 > reached) {
        groups.add(order.subList(from, to + 1));
        reached = to + 1;
      }
    }
    return groups;
  }
}
