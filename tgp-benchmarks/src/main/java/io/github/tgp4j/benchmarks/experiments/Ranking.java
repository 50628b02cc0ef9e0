package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.ToDoubleFunction;

/**
 * Models ranked on every set by their mean score over the splits that all of them have, 1 for the
 * smallest.
 *
 * @param sets those that have such splits
 * @param models the models that are compared
 * @param ranks by set, then model
 */
record Ranking(List<String> sets, List<String> models, List<double[]> ranks) {
  static Ranking of(
      ResultSummary summary, List<String> models, int inducing, ToDoubleFunction<ResultRow> score) {
    List<String> sets = new ArrayList<>();
    List<double[]> ranks = new ArrayList<>();
    for (String set : summary.sets()) {
      SortedSet<Integer> splits = summary.commonSplits(set, models, inducing);
      if (!splits.isEmpty()) {
        sets.add(set);
        ranks.add(
            Statistics.ranks(
                models.stream()
                    .mapToDouble(
                        model ->
                            Statistics.mean(summary.values(set, model, inducing, splits, score)))
                    .toArray()));
      }
    }
    return new Ranking(sets, models, ranks);
  }

  /** The mean rank of a model over the sets. */
  double mean(int model) {
    return Statistics.mean(of(model));
  }

  /** The standard error of {@link #mean}; NaN for one set. */
  double error(int model) {
    return Statistics.standardError(of(model));
  }

  private double[] of(int model) {
    return ranks.stream().mapToDouble(r -> r[model]).toArray();
  }
}
