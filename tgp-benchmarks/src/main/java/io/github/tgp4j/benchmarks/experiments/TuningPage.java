package io.github.tgp4j.benchmarks.experiments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every setting that was compared, best first within a set and model. */
final class TuningPage implements Pages.Body {
  /** What was compared: the same but for the split. */
  private record Candidate(String data, String model, int inducing, String spec, int steps) {}

  @Override
  public boolean showsEveryRow() {
    return true;
  }

  @Override
  public String of(List<ResultRow> rows) {
    Map<Candidate, Map<Integer, ResultRow>> candidates = new LinkedHashMap<>();
    for (ResultRow row : rows) {
      ResultRow.Key key = row.key();
      candidates
          .computeIfAbsent(
              new Candidate(key.data(), key.model(), key.inducing(), row.spec(), row.steps()),
              candidate -> new LinkedHashMap<>())
          .put(key.split(), row);
    }
    MarkdownTable table =
        new MarkdownTable("data", "model", "M", "splits", "NLL", "RMSE", "steps", "spec");
    candidates.entrySet().stream()
        .sorted(
            java.util.Comparator.<Map.Entry<Candidate, Map<Integer, ResultRow>>, String>comparing(
                    e -> e.getKey().data() + e.getKey().model() + (10000 + e.getKey().inducing()))
                .thenComparingDouble(e -> mean(e.getValue(), Score.NLL)))
        .forEach(
            e ->
                table.add(
                    e.getKey().data(),
                    Names.of(e.getKey().model()),
                    Integer.toString(e.getKey().inducing()),
                    Integer.toString(e.getValue().size()),
                    MarkdownTable.number(mean(e.getValue(), Score.NLL)),
                    MarkdownTable.number(mean(e.getValue(), Score.RMSE)),
                    Integer.toString(e.getKey().steps()),
                    e.getKey().spec().replace("|", "\\|")));
    return table.toString();
  }

  private static double mean(Map<Integer, ResultRow> rows, Score score) {
    return rows.values().stream().mapToDouble(score.of()).average().orElse(Double.NaN);
  }
}
