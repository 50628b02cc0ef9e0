package io.github.tgp4j.benchmarks.experiments;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;

/** When each library first had a given test NLL, and the curves behind it. */
final class TimePage implements Pages.Body {
  private static final String PEER = "gpytorch";
  private static final String OURS = "tgp4j";

  private final Path results;

  TimePage(Path results) {
    this.results = results;
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    MarkdownTable table =
        new MarkdownTable(
            "data",
            "split",
            "bar: NLL",
            "GPyTorch first there, s",
            "its whole run, s",
            "tgp4j first there, s",
            "ratio to first there",
            "to whole run");
    StringBuilder plots = new StringBuilder();
    for (String set : rows.stream().map(row -> row.key().data()).distinct().toList()) {
      for (int split : rows.stream().map(row -> row.key().split()).distinct().sorted().toList()) {
        List<ResultRow> peer = of(rows, set, split, PEER);
        List<ResultRow> ours = of(rows, set, split, OURS);
        if (!peer.isEmpty() && !ours.isEmpty()) {
          compare(set, split, peer, ours, table);
          plots.append(plot(set, split, peer, ours));
        }
      }
    }
    return table + "\n" + plots;
  }

  private static void compare(
      String set, int split, List<ResultRow> peer, List<ResultRow> ours, MarkdownTable table) {
    ResultRow last = peer.get(peer.size() - 1);
    for (double slack : new double[] {0.02, 0.0}) {
      double bar = last.scores().nll() + slack;
      double theirs = firstBelow(peer, bar);
      double own = firstBelow(ours, bar);
      boolean reached = !Double.isNaN(own);
      table.add(
          set,
          Integer.toString(split),
          MarkdownTable.number(bar, 3) + (slack == 0.0 ? " (their last)" : ""),
          MarkdownTable.number(theirs, 1),
          MarkdownTable.number(last.fitSeconds(), 1),
          reached ? MarkdownTable.number(own, 1) : "not reached",
          reached ? MarkdownTable.number(theirs / own, 1) : "",
          reached ? MarkdownTable.number(last.fitSeconds() / own, 1) : "");
    }
  }

  private String plot(String set, int split, List<ResultRow> peer, List<ResultRow> ours)
      throws IOException {
    XYChart chart = Plots.lines(set + ", split " + split, "seconds (log)", "test NLL");
    chart.getStyler().setXAxisLogarithmic(true);
    double worst = ours.get(0).scores().nll(); // the peer's first steps would flatten the rest
    curve(chart, "tgp4j", ours, worst, new Color(31, 119, 180));
    curve(chart, "GPyTorch", peer, worst, new Color(214, 39, 40));
    String file = "plots/time-to-quality-" + set + "-" + split + ".svg";
    Plots.save(chart, results.resolve(file));
    return "![" + set + ", split " + split + "](" + file + ")\n";
  }

  private static void curve(
      XYChart chart, String name, List<ResultRow> rows, double worst, Color color) {
    List<ResultRow> shown = rows.stream().filter(row -> row.scores().nll() <= worst).toList();
    Plots.line(
        chart,
        name,
        shown.stream().mapToDouble(ResultRow::fitSeconds).toArray(),
        shown.stream().mapToDouble(row -> row.scores().nll()).toArray(),
        color);
  }

  private static List<ResultRow> of(List<ResultRow> rows, String set, int split, String model) {
    return rows.stream()
        .filter(row -> row.key().data().equals(set) && row.key().split() == split)
        .filter(row -> row.key().model().equals(model))
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
