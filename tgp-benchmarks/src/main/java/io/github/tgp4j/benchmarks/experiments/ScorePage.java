package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.List;

/** A table per score: data sets down, models across. */
final class ScorePage implements Pages.Body {
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

  /** Means ± standard errors; the number of splits where models differ in it. */
  static String table(ResultSummary summary, List<String> sets, List<String> models, Score score) {
    List<String> header = new ArrayList<>(List.of("data", "M", "splits"));
    models.forEach(model -> header.add(Names.of(model)));
    MarkdownTable table = new MarkdownTable(header);
    for (int m : summary.inducing()) {
      for (String set : sets) {
        List<String> cells = new ArrayList<>(List.of(set, Integer.toString(m), ""));
        int most = 0;
        for (String model : models) {
          most = Math.max(most, summary.splits(set, model, m).size());
        }
        for (String model : models) {
          double[] values = summary.values(set, model, m, score.of());
          String cell = MarkdownTable.meanAndError(values);
          boolean fewer = values.length < most && !cell.isEmpty();
          cells.add(fewer ? cell + " (" + values.length + ")" : cell);
        }
        cells.set(2, Integer.toString(most));
        if (most > 0) {
          table.add(cells);
        }
      }
    }
    return table.toString();
  }
}
