package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.plots.LinePlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** When each library first had a given test NLL, and the curves behind it. */
final class TimePage implements Pages.Body {
  private static final String PEER = "gpytorch";

  private final Path results;

  TimePage(Path results) {
    this.results = results;
  }

  @Override
  public boolean showsEveryRow() {
    return true;
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
            "GPyTorch ÷ tgp4j SVGP",
            "tgp4j BA-TGP (another model) first there, s");
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
      table.add(
          set,
          Integer.toString(split),
          MarkdownTable.number(bar, 3) + (slack == 0.0 ? " (their last)" : ""),
          MarkdownTable.number(theirs, 1),
          MarkdownTable.number(last.fitSeconds(), 1),
          Double.isNaN(svgp) ? "not reached" : MarkdownTable.number(svgp, 1),
          Double.isNaN(svgp) ? "" : MarkdownTable.number(theirs / svgp, 1),
          Double.isNaN(ba) ? "not reached" : MarkdownTable.number(ba, 1));
    }
  }

  private String plot(
      String set, int split, List<ResultRow> peer, List<ResultRow> plain, List<ResultRow> bayesian)
      throws IOException {
    LinePlot chart =
        LinePlot.logarithmic(set + ", split " + split, "seconds (logarithmic)", "test NLL");
    double worst = plain.get(0).scores().nll(); // the peer's first steps would flatten the rest
    curve(chart, "tgp4j SVGP", plain, worst, LinePlot.COLOURS.get(0));
    curve(chart, "tgp4j BA-TGP", bayesian, worst, LinePlot.COLOURS.get(2));
    curve(chart, "GPyTorch SVGP", peer, worst, LinePlot.COLOURS.get(1));
    String file = "plots/time-to-quality-" + set + "-" + split + ".svg";
    chart.save(results.resolve(file));
    return "![" + set + ", split " + split + "](" + file + ")\n";
  }

  private static void curve(
      LinePlot chart, String name, List<ResultRow> rows, double worst, String colour) {
    List<ResultRow> shown = rows.stream().filter(row -> row.scores().nll() <= worst).toList();
    if (shown.isEmpty()) {
      return;
    }
    chart.line(
        name,
        shown.stream().mapToDouble(ResultRow::fitSeconds).toArray(),
        shown.stream().mapToDouble(row -> row.scores().nll()).toArray(),
        colour);
  }

  private static List<ResultRow> of(List<ResultRow> rows, String set, int split, String model) {
    return rows.stream()
        .filter(row -> row.key().data().equals(set) && row.key().split() == split)
        .filter(row -> row.key().model().equals(model))
        .toList();
  }

  /** How many times sooner SVGP here has the last NLL of GPyTorch's; empty where it never has. */
  static Optional<Double> ratio(List<ResultRow> rows, String set, int split) {
    List<ResultRow> peer = of(rows, set, split, PEER);
    double bar = peer.get(peer.size() - 1).scores().nll();
    double ours = firstBelow(of(rows, set, split, TimeToQuality.PLAIN), bar);
    return Double.isNaN(ours) ? Optional.empty() : Optional.of(firstBelow(peer, bar) / ours);
  }

  private static double firstBelow(List<ResultRow> rows, double bar) {
    return rows.stream()
        .filter(row -> row.scores().nll() <= bar)
        .mapToDouble(ResultRow::fitSeconds)
        .min()
        .orElse(Double.NaN);
  }
}
