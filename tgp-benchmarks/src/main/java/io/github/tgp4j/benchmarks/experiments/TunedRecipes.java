package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The setting of each model that was best on validation rows of splits 11 and on, with 100 inducing
 * points: the lowest mean NLL of its grid. Where the grid has not been run as a whole, the recipe.
 * Deep GPs are compared with two layers, and those of more take the plan that was best there.
 */
final class TunedRecipes {
  private static final int FIRST_SPLIT = 11;
  private static final int INDUCING = 100;

  /** NLL by split, of a set, a model and a spec. */
  private final Map<List<String>, TreeMap<Integer, Double>> scores = new HashMap<>();

  TunedRecipes(Path results) throws IOException {
    for (ResultRow row : new ResultFile(results, "tuning").allRows()) {
      ResultRow.Key key = row.key();
      if (key.split() >= FIRST_SPLIT && key.inducing() == INDUCING) {
        double nll = row.isFailure() ? Double.POSITIVE_INFINITY : row.scores().nll();
        scores
            .computeIfAbsent(List.of(key.data(), key.model(), row.spec()), spec -> new TreeMap<>())
            .put(key.split(), nll);
      }
    }
  }

  ModelSpec of(String set, String model) {
    if (RegressionRecipes.isDeep(model) && !model.equals(RegressionRecipes.TUNED_DEEP)) {
      TrainingPlan plan = of(set, RegressionRecipes.TUNED_DEEP).plan();
      return RegressionRecipes.of(set, model).withPlan(plan);
    }
    return best(set, model, RegressionGrid.of(set, model))
        .orElseGet(
            () ->
                model.equals(VariationalBayes.MODEL)
                    ? VariationalBayes.spec(set)
                    : RegressionRecipes.of(set, model));
  }

  /** The same for a set of classes; one with no splits to tune on has the plan of its kin. */
  ModelSpec ofClasses(String set, String model) {
    if (set.equals(ClassificationRecipes.SINGLE_SPLIT)) {
      TrainingPlan plan = ofClasses(ClassificationRecipes.KIN, model).plan();
      return ClassificationRecipes.of(set, model).withPlan(plan);
    }
    return best(set, model, ClassificationRecipes.grid(set, model))
        .orElseGet(() -> ClassificationRecipes.of(set, model));
  }

  /** Of those that some splits have rows of all of; empty where there is no such split. */
  private Optional<ModelSpec> best(String set, String model, List<ModelSpec> grid) {
    SortedSet<Integer> splits = null;
    for (ModelSpec spec : grid) {
      SortedSet<Integer> own = new TreeSet<>(scores(set, model, spec).keySet());
      if (splits == null) {
        splits = own;
      }
      splits.retainAll(own);
    }
    if (splits == null || splits.isEmpty()) {
      return Optional.empty();
    }
    ModelSpec best = null;
    double least = Double.POSITIVE_INFINITY;
    for (ModelSpec spec : grid) {
      TreeMap<Integer, Double> all = scores(set, model, spec);
      double mean = splits.stream().mapToDouble(all::get).average().orElseThrow();
      if (mean < least) {
        least = mean;
        best = spec;
      }
    }
    return Optional.ofNullable(best);
  }

  private TreeMap<Integer, Double> scores(String set, String model, ModelSpec spec) {
    return scores.getOrDefault(List.of(set, model, spec.toString()), new TreeMap<>());
  }
}
