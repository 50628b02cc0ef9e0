package io.github.tgp4j.benchmarks.experiments;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;

/** When each library first had a given test NLL, and the curves behind it. */
final class TimePage implements Pages.Body {
  private static final String PEER = "gpytorch";

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
            "tgp4j SVGP first there, s",
            "tgp4j BA-TGP first there, s",
            "better ratio to first there",
            "to whole run");
    StringBuilder plots = new StringBuilder();
    for (String set : rows.stream().map(row -> row.key().data()).distinct().toList()) {
      for (int split : rows.stream().map(row -> row.key().split()).distinct().sorted().toList()) {
        List<ResultRow> peer = of(rows, set, split, PEER);
        List<ResultRow> plain = of(rows, set, split, TimeToQuality.PLAIN);
        List<ResultRow> bayesian = of(rows, set, split, TimeToQuality.BAYESIAN);
        if (!peer.isEmpty() && !plain.isEmpty()) {
          compare(set, split, peer, plain, bayesian, table);
          plots.append(plot(set, split, peer, plain, bayesian));
        }
      }
    }
    return table + "\n" + plots;
  }

  private static void compare(
      String set,
      int split,
      List<ResultRow> peer,
      List<ResultRow> plain,
      List<ResultRow> bayesian,
      MarkdownTable table) {
    ResultRow last = peer.get(peer.size() - 1);
    for (double slack : new double[] {0.02, 0.0}) {
      double bar = last.scores().nll() + slack;
      double theirs = firstBelow(peer, bar);
      double svgp = firstBelow(plain, bar);
      double ba = firstBelow(bayesian, bar);
      double best = Double.isNaN(svgp) ? ba : Double.isNaN(ba) ? svgp : Math.min(svgp, ba);
      table.add(
          set,
          Integer.toString(split),
          MarkdownTable.number(bar, 3) + (slack == 0.0 ? " (their last)" : ""),
          MarkdownTable.number(theirs, 1),
          MarkdownTable.number(last.fitSeconds(), 1),
          Double.isNaN(svgp) ? "not reached" : MarkdownTable.number(svgp, 1),
          Double.isNaN(ba) ? "not reached" : MarkdownTable.number(ba, 1),
          Double.isNaN(best) ? "" : MarkdownTable.number(theirs / best, 1),
          Double.isNaN(best) ? "" : MarkdownTable.number(last.fitSeconds() / best, 1));
    }
  }

  private String plot(
      String set, int split, List<ResultRow> peer, List<ResultRow> plain, List<ResultRow> bayesian)
      throws IOException {
    XYChart chart = Plots.lines(set + ", split " + split, "seconds (log)", "test NLL");
    chart.getStyler().setXAxisLogarithmic(true);
    double worst = plain.get(0).scores().nll(); // the peer's first steps would flatten the rest
    curve(chart, "tgp4j SVGP", plain, worst, new Color(31, 119, 180));
    curve(chart, "tgp4j BA-TGP", bayesian, worst, new Color(44, 160, 44));
    curve(chart, "GPyTorch SVGP", peer, worst, new Color(214, 39, 40));
    String file = "plots/time-to-quality-" + set + "-" + split + ".svg";
    Plots.save(chart, results.resolve(file));
    return "![" + set + ", split " + split + "](" + file + ")\n";
  }

  private static void curve(
      XYChart chart, String name, List<ResultRow> rows, double worst, Color color) {
    List<ResultRow> shown = rows.stream().filter(row -> row.scores().nll() <= worst).toList();
    if (shown.isEmpty()) {
      return;
    }
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
