package io.github.tgp4j.benchmarks.experiments;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** The rows of an experiment by data set, model and number of inducing points. */
final class ResultSummary {
  /** A table's cell: all splits of it are summed up together. */
  private record Cell(String data, String model, int inducing) {}

  private final Map<Cell, TreeMap<Integer, ResultRow>> cells = new LinkedHashMap<>();

  ResultSummary(Collection<ResultRow> rows) {
    for (ResultRow row : rows) {
      ResultRow.Key key = row.key();
      cells
          .computeIfAbsent(
              new Cell(key.data(), key.model(), key.inducing()), cell -> new TreeMap<>())
          .put(key.split(), row);
    }
  }

  List<String> sets() {
    return cells.keySet().stream().map(Cell::data).distinct().toList();
  }

  List<String> models() {
    return cells.keySet().stream().map(Cell::model).distinct().toList();
  }

  /** Numbers of inducing points, most first. */
  List<Integer> inducing() {
    return new TreeSet<>(cells.keySet().stream().map(Cell::inducing).toList())
        .descendingSet().stream().toList();
  }

  boolean contains(String data, String model, int inducing) {
    return cells.containsKey(new Cell(data, model, inducing));
  }

  /** The splits that all of the models have. */
  SortedSet<Integer> commonSplits(String data, List<String> models, int inducing) {
    SortedSet<Integer> common = null;
    for (String model : models) {
      SortedSet<Integer> own = splits(data, model, inducing);
      if (common == null) {
        common = new TreeSet<>(own);
      } else {
        common.retainAll(own);
      }
    }
    return common == null ? new TreeSet<>() : common;
  }

  /** The splits that all of those models have that have any. */
  SortedSet<Integer> sharedSplits(String data, List<String> models, int inducing) {
    return commonSplits(
        data, models.stream().filter(m -> contains(data, m, inducing)).toList(), inducing);
  }

  /** One value per split, or none at all where the model lacks one of the splits or the score. */
  double[] complete(
      String data,
      String model,
      int inducing,
      Collection<Integer> splits,
      ToDoubleFunction<ResultRow> value) {
    if (!splits(data, model, inducing).containsAll(splits)) {
      return new double[0];
    }
    double[] values = values(data, model, inducing, splits, value);
    return values.length == splits.size() ? values : new double[0];
  }

  SortedSet<Integer> splits(String data, String model, int inducing) {
    TreeMap<Integer, ResultRow> rows = cells.get(new Cell(data, model, inducing));
    return rows == null ? new TreeSet<>() : new TreeSet<>(rows.keySet());
  }

  /** One value per split that has it. */
  double[] values(
      String data,
      String model,
      int inducing,
      Collection<Integer> splits,
      ToDoubleFunction<ResultRow> value) {
    TreeMap<Integer, ResultRow> rows = cells.get(new Cell(data, model, inducing));
    return splits.stream()
        .mapToDouble(s -> value.applyAsDouble(rows.get(s)))
        .filter(v -> !Double.isNaN(v)) // a score that the row does not have
        .toArray();
  }

  /** One value for each split there is. */
  double[] values(String data, String model, int inducing, ToDoubleFunction<ResultRow> value) {
    return values(data, model, inducing, splits(data, model, inducing), value);
  }
}
