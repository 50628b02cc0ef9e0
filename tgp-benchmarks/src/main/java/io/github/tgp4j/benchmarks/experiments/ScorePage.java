package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** A table per score: data sets down, models across. */
final class ScorePage implements Pages.Body {
  private static final int NAMES = 3; // columns before those of models

  private final List<Score> scores;

  ScorePage(List<Score> scores) {
    this.scores = List.copyOf(scores);
  }

  @Override
  public String of(List<ResultRow> rows) {
    ResultSummary summary = new ResultSummary(rows);
    StringBuilder text = new StringBuilder();
    for (Score score : scores) {
      text.append("## ").append(score.title()).append("\n");
      text.append(table(summary, summary.sets(), summary.models(), score)).append("\n");
    }
    return text.toString();
  }

  /** Means ± standard errors of every number of inducing points. */
  static String table(ResultSummary summary, List<String> sets, List<String> models, Score score) {
    return table(summary, sets, models, summary.inducing(), score);
  }

  /**
   * Means ± standard errors, all of a line over the same splits: those that all of its models have.
   */
  static String table(
      ResultSummary summary,
      List<String> sets,
      List<String> models,
      List<Integer> inducing,
      Score score) {
    List<String> header = new ArrayList<>(List.of("data", "M", "splits"));
    models.forEach(model -> header.add(Names.of(model)));
    MarkdownTable table = new MarkdownTable(header);
    for (int m : inducing) {
      for (String set : sets) {
        SortedSet<Integer> splits = summary.sharedSplits(set, models, m);
        if (!splits.isEmpty()) {
          List<String> cells =
              new ArrayList<>(List.of(set, Integer.toString(m), Integer.toString(splits.size())));
          for (String model : models) {
            String cell =
                MarkdownTable.meanAndError(summary.complete(set, model, m, splits, score.of()));
            int failed = summary.failures(set, model, m);
            cells.add(failed == 0 ? cell : (cell + " (" + failed + " failed)").trim());
          }
          if (cells.subList(NAMES, cells.size()).stream().anyMatch(cell -> !cell.isEmpty())) {
            table.add(cells);
          }
        }
      }
    }
    return table.toString();
  }
}
