package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Scores of other libraries' models and ours, and of {@code auto} on the same splits. */
final class PeersQualityPage implements Pages.Body {
  private static final int INDUCING = 100;

  private final Path results;
  private final ScorePage page;

  PeersQualityPage(Path results, List<Score> scores) {
    this.results = results;
    page = new ScorePage(scores);
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    List<ResultRow> all = new ArrayList<>(rows);
    for (ResultRow row : new AutoFile(results, "auto").good(INDUCING)) {
      // of targets with few values the densities of auto have peaks that the others' lack
      boolean rounds = !Double.isNaN(row.scores().nllRounded());
      if (!rounds && rows.stream().anyMatch(r -> r.key().data().equals(row.key().data()))) {
        all.add(row);
      }
    }
    return page.of(all);
  }
}
