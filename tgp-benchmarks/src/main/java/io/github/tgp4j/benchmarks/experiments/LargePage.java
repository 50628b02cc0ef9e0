package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Scores of the large sets, and how sure the differences of NLL are. */
final class LargePage implements Pages.Body {
  private final Path results;
  private final ScorePage scores;

  LargePage(Path results, List<Score> scores) {
    this.results = results;
    this.scores = new ScorePage(scores);
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    List<PairedLoss> pairs = PairedLosses.read(results, "large");
    if (pairs.isEmpty()) {
      return scores.of(rows);
    }
    MarkdownTable table =
        new MarkdownTable("data", "split", "seed", "model", "NLL less SVGP's", "test rows");
    for (PairedLoss pair : pairs) {
      table.add(
          pair.key().data(),
          Integer.toString(pair.key().split()),
          Long.toString(pair.key().seed()),
          Names.of(pair.key().model()),
          MarkdownTable.number(pair.difference(), 4)
              + " ± "
              + MarkdownTable.number(pair.standardError(), 4),
          Integer.toString(pair.rows()));
    }
    return scores.of(rows)
        + "## NLL less SVGP's, row by row\n"
        + "Mean over the same test rows of models of the same seed, ± standard error over the rows"
        + " (`large-pairs.csv`).\n\n"
        + table;
  }
}
