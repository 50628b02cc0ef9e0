package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Scores without rows that occur twice, beside those with them on the same splits. */
final class WineUniquePage implements Pages.Body {
  private static final List<String> MODELS = List.of("svgp", "tgp", "pe-tgp", "ba-tgp");

  private final Path results;

  WineUniquePage(Path results) {
    this.results = results;
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    ResultSummary unique = new ResultSummary(rows);
    List<ResultRow> others = new ArrayList<>(new ResultFile(results, "uci-regression").rows());
    others.addAll(new AutoFile(results, "auto").good(WineUnique.CHOSEN_INDUCING));
    ResultSummary all = new ResultSummary(others);
    StringBuilder text = new StringBuilder();
    for (Score score : List.of(Score.ROUNDED, Score.RMSE)) {
      List<String> header = new ArrayList<>(List.of(score.title(), "rows", "splits"));
      MODELS.forEach(model -> header.add(Names.of(model)));
      header.add(Auto.OURS);
      MarkdownTable table = new MarkdownTable(header);
      for (String set : WineUnique.SETS) {
        SortedSet<Integer> splits = unique.sharedSplits(set, MODELS, 100);
        splits.retainAll(all.sharedSplits(set, MODELS, 100));
        splits.retainAll(unique.splits(set, Auto.OURS, WineUnique.CHOSEN_INDUCING));
        if (!splits.isEmpty()) {
          add(table, set, "all", splits, all, score);
          add(table, set, "without twins", splits, unique, score);
        }
      }
      text.append(table).append("\n");
    }
    return text.toString();
  }

  private static void add(
      MarkdownTable table,
      String set,
      String which,
      SortedSet<Integer> splits,
      ResultSummary summary,
      Score score) {
    List<String> cells = new ArrayList<>(List.of(set, which, Integer.toString(splits.size())));
    for (String model : MODELS) {
      cells.add(MarkdownTable.meanAndError(summary.complete(set, model, 100, splits, score.of())));
    }
    int chosen = WineUnique.CHOSEN_INDUCING;
    cells.add(
        MarkdownTable.meanAndError(summary.complete(set, Auto.OURS, chosen, splits, score.of())));
    table.add(cells);
  }
}
