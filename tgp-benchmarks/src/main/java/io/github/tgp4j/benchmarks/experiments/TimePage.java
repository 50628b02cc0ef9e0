package io.github.tgp4j.benchmarks.experiments;

import java.util.List;

/** When each library first had a given test NLL. */
final class TimePage implements Pages.Body {
  @Override
  public String of(List<ResultRow> rows) {
    MarkdownTable table =
        new MarkdownTable(
            "data", "bar: NLL", "GPyTorch first there, s", "tgp4j first there, s", "ratio");
    for (String set : rows.stream().map(row -> row.key().data()).distinct().toList()) {
      List<ResultRow> peer = of(rows, set, "gpytorch");
      List<ResultRow> ours = of(rows, set, "tgp4j");
      if (peer.isEmpty() || ours.isEmpty()) {
        continue;
      }
      double last = peer.get(peer.size() - 1).scores().nll();
      for (double slack : new double[] {0.05, 0.02, 0.0}) {
        double bar = last + slack;
        double theirs = firstBelow(peer, bar);
        double own = firstBelow(ours, bar);
        table.add(
            set,
            MarkdownTable.number(bar, 3) + (slack == 0.0 ? " (their last)" : ""),
            MarkdownTable.number(theirs),
            Double.isNaN(own) ? "not reached" : MarkdownTable.number(own),
            Double.isNaN(own) ? "" : MarkdownTable.number(theirs / own, 1));
      }
    }
    return table.toString();
  }

  private static List<ResultRow> of(List<ResultRow> rows, String set, String model) {
    return rows.stream()
        .filter(row -> row.key().data().equals(set) && row.key().model().equals(model))
        .toList();
  }

  private static double firstBelow(List<ResultRow> rows, double bar) {
    return rows.stream()
        .filter(row -> row.scores().nll() <= bar)
        .mapToDouble(ResultRow::fitSeconds)
        .min()
        .orElse(Double.NaN);
  }
}
