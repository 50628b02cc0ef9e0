package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** VB-TGP beside the rows of uci-regression on the same splits. */
final class VariationalBayesPage implements Pages.Body {
  private static final List<String> MODELS =
      List.of("svgp", "pe-tgp", "ba-tgp", VariationalBayes.MODEL);

  private final Path results;

  VariationalBayesPage(Path results) {
    this.results = results;
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    List<ResultRow> all = new ArrayList<>(new ResultFile(results, "uci-regression").rows());
    all.addAll(rows);
    ResultSummary summary = new ResultSummary(all);
    StringBuilder text = new StringBuilder();
    for (Score score : List.of(Score.NLL, Score.RMSE, Score.COVERAGE)) {
      List<String> header = new ArrayList<>(List.of(score.title(), "splits"));
      MODELS.forEach(model -> header.add(Names.of(model)));
      MarkdownTable table = new MarkdownTable(header);
      for (String set : VariationalBayes.SETS) {
        List<Integer> splits = new ArrayList<>(summary.commonSplits(set, MODELS, 100));
        if (!splits.isEmpty()) {
          List<String> cells = new ArrayList<>(List.of(set, Integer.toString(splits.size())));
          for (String model : MODELS) {
            cells.add(
                MarkdownTable.meanAndError(summary.values(set, model, 100, splits, score.of())));
          }
          table.add(cells);
        }
      }
      text.append(table).append("\n");
    }
    return text.toString();
  }
}
