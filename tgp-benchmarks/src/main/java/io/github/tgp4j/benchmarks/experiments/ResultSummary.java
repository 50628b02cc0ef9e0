package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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

  private final Map<Cell, TreeMap<Integer, List<ResultRow>>> cells = new LinkedHashMap<>();
  private final Map<Cell, Integer> failures = new HashMap<>();

  /** Fits that failed have no part in any value; {@link #failures} counts them. */
  ResultSummary(Collection<ResultRow> rows) {
    Map<ResultRow.Key, ResultRow> last = new LinkedHashMap<>();
    rows.forEach(row -> last.put(row.key(), row));
    for (ResultRow row : last.values()) {
      ResultRow.Key key = row.key();
      Cell cell = new Cell(key.data(), key.model(), key.inducing());
      if (row.isFailure()) {
        failures.merge(cell, 1, Integer::sum);
      } else {
        cells
            .computeIfAbsent(cell, c -> new TreeMap<>())
            .computeIfAbsent(key.split(), split -> new ArrayList<>())
            .add(row);
      }
    }
  }

  /** How many fits of a cell failed. */
  int failures(String data, String model, int inducing) {
    return failures.getOrDefault(new Cell(data, model, inducing), 0);
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
    TreeMap<Integer, List<ResultRow>> rows = cells.get(new Cell(data, model, inducing));
    return rows == null ? new TreeSet<>() : new TreeSet<>(rows.keySet());
  }

  /** One value per split that has it: the mean over its seeds. */
  double[] values(
      String data,
      String model,
      int inducing,
      Collection<Integer> splits,
      ToDoubleFunction<ResultRow> value) {
    TreeMap<Integer, List<ResultRow>> rows = cells.get(new Cell(data, model, inducing));
    return splits.stream()
        .mapToDouble(s -> rows.get(s).stream().mapToDouble(value).average().orElseThrow())
        .filter(v -> !Double.isNaN(v)) // a score that the row does not have
        .toArray();
  }

  /** One value for each split there is. */
  double[] values(String data, String model, int inducing, ToDoubleFunction<ResultRow> value) {
    return values(data, model, inducing, splits(data, model, inducing), value);
  }
}
