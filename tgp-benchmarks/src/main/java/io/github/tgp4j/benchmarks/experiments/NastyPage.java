package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.nasty.NastyResult;
import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.benchmarks.rows.ResultLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page of {@code ./bench nasty}: what came of each kind of table, and where we are behind. */
final class NastyPage {
  static final String HEADER = NastyResult.HEADER + "," + Provenance.HEADER;
  private static final List<String> COLUMNS = List.of(HEADER.split(","));

  private NastyPage() {}

  /**
   * A line of the file.
   *
   * @param behind the best constant forecast, in nats; NaN where nothing was fitted
   * @param error standard error of that
   */
  private record Row(
      String seed,
      String theme,
      int rows,
      String offence,
      double behind,
      double error,
      String constant,
      String spec,
      Provenance made) {
    static Row of(String line) {
      Cells cells = Cells.of(line, COLUMNS, List.of());
      return new Row(
          cells.text("seed"),
          cells.text("theme"),
          (int) cells.number("rows"),
          cells.text("offence"),
          cells.number("nll") - cells.number("constant_nll"),
          cells.number("standard_error"),
          cells.text("constant"),
          cells.text("spec"),
          Provenance.of(cells));
    }

    boolean isFitted() {
      return !Double.isNaN(behind);
    }

    boolean isBehind() {
      return behind > error;
    }
  }

  /** Writes the page, if there are rows. */
  static void write(Path results) throws IOException {
    List<Row> rows =
        new ResultLines(results.resolve("nasty.csv"), HEADER).read().stream().map(Row::of).toList();
    if (rows.isEmpty()) {
      return;
    }
    Path notes = results.resolve("notes").resolve("nasty.txt");
    Files.writeString(
        results.resolve("nasty.md"),
        (Files.exists(notes) ? Files.readString(notes) : "# nasty\n")
            + "\n"
            + Origin.measured("nasty.csv", rows.stream().map(Row::made).toList())
            + "\n"
            + themes(rows)
            + "\n## Behind by more than a standard error\n"
            + behind(rows));
  }

  private static MarkdownTable themes(List<Row> rows) {
    MarkdownTable table =
        new MarkdownTable(
            "tables with",
            "how many",
            "fitted",
            "refused in words",
            "at fault",
            "mean gain over the constant",
            "most behind it",
            "behind by more than a standard error");
    rows.stream()
        .collect(Collectors.groupingBy(Row::theme, TreeMap::new, Collectors.toList()))
        .forEach((theme, of) -> table.add(cells(theme, of)));
    table.add(cells("**all**", rows));
    return table;
  }

  private static List<String> cells(String title, Collection<Row> rows) {
    List<Row> fitted = rows.stream().filter(Row::isFitted).toList();
    long faults = rows.stream().filter(row -> !row.offence().isEmpty()).count();
    long refused = rows.stream().filter(row -> !row.isFitted() && row.offence().isEmpty()).count();
    double[] gains = fitted.stream().mapToDouble(row -> -row.behind()).toArray();
    double worst = fitted.stream().mapToDouble(Row::behind).max().orElse(Double.NaN);
    return List.of(
        title,
        Integer.toString(rows.size()),
        Integer.toString(fitted.size()),
        Long.toString(refused),
        Long.toString(faults),
        gains.length == 0 ? "" : MarkdownTable.number(Statistics.mean(gains), 3),
        worst > 0 ? MarkdownTable.number(worst, 4) : "",
        Long.toString(fitted.stream().filter(Row::isBehind).count()));
  }

  private static MarkdownTable behind(List<Row> rows) {
    MarkdownTable table =
        new MarkdownTable(
            "seed", "tables with", "rows", "behind", "standard error", "constant", "fitted");
    rows.stream()
        .filter(Row::isBehind)
        .sorted(Comparator.comparingDouble(Row::behind).reversed())
        .forEach(
            row ->
                table.add(
                    row.seed(),
                    row.theme(),
                    Integer.toString(row.rows()),
                    MarkdownTable.number(row.behind(), 4),
                    MarkdownTable.number(row.error(), 4),
                    row.constant(),
                    row.spec()));
    return table;
  }
}
