package io.github.tgp4j.benchmarks.experiments;

import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * One column of the page on {@code auto}: what a model scored on one table.
 *
 * @param name for people
 * @param splits scores by split
 * @param seconds of the fit by split
 */
record AutoContestant(
    String name, TreeMap<Integer, Scores> splits, TreeMap<Integer, Double> seconds) {
  static AutoContestant named(String name) {
    return new AutoContestant(name, new TreeMap<>(), new TreeMap<>());
  }

  void add(int split, Scores scores, double secondsOfFit) {
    splits.put(split, scores);
    seconds.put(split, secondsOfFit);
  }

  boolean isEmpty() {
    return splits.isEmpty();
  }

  /** The splits that both have. */
  SortedSet<Integer> common(AutoContestant other) {
    SortedSet<Integer> both = new TreeSet<>(splits.keySet());
    both.retainAll(other.splits.keySet());
    return both;
  }

  /** The mean of a score over its splits; NaN where it has none. */
  double mean(ToDoubleFunction<Scores> score) {
    return mean(score, splits.keySet());
  }

  /** The mean of a score over given splits; NaN where one of them lacks it. */
  double mean(ToDoubleFunction<Scores> score, Collection<Integer> over) {
    return over.stream()
        .mapToDouble(split -> score.applyAsDouble(splits.get(split)))
        .average()
        .orElse(Double.NaN);
  }

  double meanSeconds() {
    return seconds.entrySet().stream()
        .mapToDouble(Map.Entry::getValue)
        .average()
        .orElse(Double.NaN);
  }
}
