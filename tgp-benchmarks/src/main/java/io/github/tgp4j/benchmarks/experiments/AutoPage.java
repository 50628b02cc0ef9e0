package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The page of {@code ./bench auto}: where it loses, how the goals stand, all figures. */
final class AutoPage {
  /** A line of a table. */
  private record Line(String title, ToDoubleFunction<Scores> score) {}

  private static final List<Line> NUMBERS =
      List.of(
          new Line("NLL", Scores::nll),
          new Line("rounded NLL", Scores::nllRounded),
          new Line("CRPS", Scores::crps),
          new Line("RMSE", Scores::rmse),
          new Line("95% coverage", Scores::coverage95));
  private static final List<Line> CLASSES =
      List.of(new Line("NLL", Scores::nll), new Line("accuracy", Scores::accuracy));

  private final AutoBoard board;

  private AutoPage(AutoBoard board) {
    this.board = board;
  }

  /** Writes the page, if there are rows. */
  static void write(Path results) throws IOException {
    AutoBoard board = new AutoBoard(results);
    if (board.rows().isEmpty()) {
      return;
    }
    Path notes = results.resolve("notes").resolve("auto.txt");
    String head = Files.exists(notes) ? Files.readString(notes) : "# auto\n";
    AutoPage page = new AutoPage(board);
    String text =
        head
            + "\n"
            + Origin.sentences("auto.csv", board.rows().stream().map(AutoRow::made).toList())
            + "\n"
            + new AutoLosses(board).text()
            + "\n"
            + page.section("Numbers", 0, NUMBERS)
            + "\n"
            + page.section("Classes", 2, CLASSES);
    Files.writeString(results.resolve("auto.md"), text);
  }

  /** All tables of one kind: numbers (0 classes), or from so many classes on. */
  private String section(String title, int classes, List<Line> lines) {
    List<AutoSet> sets =
        AutoSet.ALL.stream().filter(set -> classes > 0 == set.classes() > 0).toList();
    List<Quality> qualities = new ArrayList<>();
    for (Quality quality : Quality.values()) {
      if (sets.stream().anyMatch(set -> !board.ours(set, quality).isEmpty())) {
        qualities.add(quality);
      }
    }
    List<String> header = new ArrayList<>(List.of("data", "splits", "score"));
    qualities.forEach(quality -> header.add("auto " + quality.text()));
    Auto.PEERS.forEach(model -> header.add(AutoBoard.title(model)));
    if (classes == 0) {
      header.add("best of uci-regression");
    }
    MarkdownTable table = new MarkdownTable(header);
    sets.forEach(set -> addSet(table, set, qualities, lines));
    return "## " + title + "\n" + table;
  }

  private void addSet(MarkdownTable table, AutoSet set, List<Quality> qualities, List<Line> lines) {
    List<AutoContestant> columns = new ArrayList<>();
    qualities.forEach(quality -> columns.add(board.ours(set, quality)));
    Auto.PEERS.forEach(model -> columns.add(board.peer(set, model)));
    Optional<AutoContestant> paper = board.bestOfPaper(set);
    if (set.classes() == 0) {
      columns.add(paper.orElse(AutoContestant.named("")));
    }
    for (Line line : lines) {
      if (columns.stream().allMatch(column -> Double.isNaN(column.mean(line.score())))) {
        continue; // targets that are not rounded
      }
      List<String> cells =
          new ArrayList<>(List.of(set.name(), Integer.toString(set.splits()), line.title()));
      for (AutoContestant column : columns) {
        String note = column.splits().size() < set.splits() ? fewer(column) : "";
        boolean named = paper.isPresent() && column == paper.get() && line == lines.get(0);
        cells.add(cell(column.mean(line.score()), note, named ? " " + column.name() : ""));
      }
      table.add(cells);
    }
    List<String> cells =
        new ArrayList<>(List.of(set.name(), Integer.toString(set.splits()), "seconds"));
    for (AutoContestant column : columns) {
      double seconds = column.meanSeconds();
      cells.add(Double.isNaN(seconds) ? "" : MarkdownTable.number(seconds, seconds < 10 ? 1 : 0));
    }
    table.add(cells);
  }

  private static String fewer(AutoContestant column) {
    return " (" + column.splits().size() + ")";
  }

  private static String cell(double value, String note, String name) {
    return Double.isNaN(value) ? "" : MarkdownTable.number(value) + name + note;
  }
}
