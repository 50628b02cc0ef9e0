package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.plots.LinePlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** When each library first had a given test NLL, and the curves behind it. */
final class TimePage implements Pages.Body {
  /** Whose end is the bar. */
  static final TimeToQuality.Curve PAPER = TimeToQuality.PEERS.get(0);

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
    List<String> columns = new ArrayList<>(List.of("data", "split", "bar: NLL"));
    TimeToQuality.PEERS.forEach(peer -> columns.add(Names.of(peer.model()) + ", s"));
    columns.add("tgp4j SVGP, s");
    columns.add("Adam ÷ tgp4j SVGP");
    columns.add("quickest of the four ÷ tgp4j SVGP");
    columns.add("tgp4j BA-TGP (another model), s");
    MarkdownTable table = new MarkdownTable(columns.toArray(String[]::new));
    StringBuilder plots = new StringBuilder();
    for (String set : rows.stream().map(row -> row.key().data()).distinct().toList()) {
      for (int split : rows.stream().map(row -> row.key().split()).distinct().sorted().toList()) {
        Race race = new Race(rows, set, split);
        if (race.isRun()) {
          table.add(race.cells(0.02));
          table.add(race.cells(0.0));
          plots.append(plot(race));
        }
      }
    }
    return table + "\n" + plots;
  }

  /** All that trained on a split. */
  record Race(List<ResultRow> rows, String set, int split) {
    /** The rows of a model by their steps; of the same number of steps the last. */
    List<ResultRow> of(String model) {
      Map<Integer, ResultRow> bySteps = new TreeMap<>();
      rows.stream()
          .filter(row -> row.key().data().equals(set) && row.key().split() == split)
          .filter(row -> row.key().model().equals(model))
          .forEach(row -> bySteps.put(row.steps(), row));
      return List.copyOf(bySteps.values());
    }

    boolean isRun() {
      return !of(PAPER.model()).isEmpty() && !of(TimeToQuality.PLAIN).isEmpty();
    }

    /** The NLL that the paper's training ends with. */
    double bar() {
      List<ResultRow> paper = of(PAPER.model());
      return paper.get(paper.size() - 1).scores().nll();
    }

    /** Seconds until a model had an NLL for the first time; empty where it never had. */
    OptionalDouble seconds(String model, double bar) {
      return of(model).stream()
          .filter(row -> row.scores().nll() <= bar)
          .mapToDouble(ResultRow::fitSeconds)
          .min();
    }

    /** The same of whichever of the others was first. */
    OptionalDouble quickest(double bar) {
      return TimeToQuality.PEERS.stream()
          .map(peer -> seconds(peer.model(), bar))
          .filter(OptionalDouble::isPresent)
          .mapToDouble(OptionalDouble::getAsDouble)
          .min();
    }

    List<String> cells(double slack) {
      double bar = bar() + slack;
      OptionalDouble ours = seconds(TimeToQuality.PLAIN, bar);
      List<String> cells = new ArrayList<>();
      cells.add(set);
      cells.add(Integer.toString(split));
      cells.add(MarkdownTable.number(bar, 3) + (slack == 0.0 ? " (Adam's last)" : ""));
      TimeToQuality.PEERS.forEach(peer -> cells.add(text(peer.model(), bar)));
      cells.add(text(TimeToQuality.PLAIN, bar));
      cells.add(ratio(seconds(PAPER.model(), bar), ours));
      cells.add(ratio(quickest(bar), ours));
      cells.add(text(TimeToQuality.BAYESIAN, bar));
      return cells;
    }

    private String text(String model, double bar) {
      OptionalDouble seconds = seconds(model, bar);
      return of(model).isEmpty()
          ? ""
          : seconds.isEmpty() ? "not reached" : MarkdownTable.number(seconds.getAsDouble(), 1);
    }

    private static String ratio(OptionalDouble theirs, OptionalDouble ours) {
      return theirs.isEmpty() || ours.isEmpty()
          ? ""
          : MarkdownTable.number(theirs.getAsDouble() / ours.getAsDouble(), 1);
    }
  }

  private String plot(Race race) throws IOException {
    String title = race.set() + ", split " + race.split();
    LinePlot chart = LinePlot.logarithmic(title, "seconds (logarithmic)", "test NLL");
    List<ResultRow> plain = race.of(TimeToQuality.PLAIN);
    double worst = plain.get(0).scores().nll(); // first steps of others would flatten the rest
    curve(chart, "tgp4j SVGP", plain, worst, LinePlot.COLOURS.get(0));
    curve(chart, "tgp4j BA-TGP", race.of(TimeToQuality.BAYESIAN), worst, LinePlot.COLOURS.get(2));
    List<String> colours =
        List.of(LinePlot.COLOURS.get(1), "#ff9896", LinePlot.COLOURS.get(3), "#c5b0d5");
    for (int i = 0; i < TimeToQuality.PEERS.size(); i++) {
      String model = TimeToQuality.PEERS.get(i).model();
      curve(chart, Names.of(model), race.of(model), worst, colours.get(i));
    }
    String file = "plots/time-to-quality-" + race.set() + "-" + race.split() + ".svg";
    chart.save(results.resolve(file));
    return "![" + title + "](" + file + ")\n";
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
}
