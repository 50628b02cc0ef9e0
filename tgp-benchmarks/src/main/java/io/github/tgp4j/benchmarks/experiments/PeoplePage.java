package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of {@code ./bench people}, and docs/results/people.md of them. */
final class PeoplePage {
  static final String HEADER = "table,rows,quality,said,values,wrong,seconds," + Provenance.HEADER;
  private static final List<String> COLUMNS = List.of(HEADER.split(","));

  /**
   * What became of a table.
   *
   * @param said the first screen
   * @param values what it says in numbers, beside fresh rows
   * @param wrong what is not true; empty where all is
   */
  record Row(
      String table,
      int rows,
      String quality,
      String said,
      String values,
      String wrong,
      double seconds,
      Provenance made) {
    String toCsv() {
      return String.join(
          ",",
          table,
          Integer.toString(rows),
          quality,
          Cells.quoted(said),
          Cells.quoted(values),
          Cells.quoted(wrong),
          String.format(Locale.ROOT, "%.1f", seconds),
          made.line());
    }

    static Row of(String line) {
      Cells cells = Cells.of(line, COLUMNS, List.of());
      return new Row(
          cells.text("table"),
          (int) cells.number("rows"),
          cells.text("quality"),
          cells.text("said"),
          cells.text("values"),
          cells.text("wrong"),
          cells.number("seconds"),
          Provenance.of(cells));
    }
  }

  private final Path results;
  private final List<Row> rows = new ArrayList<>();

  PeoplePage(Path results) throws IOException {
    this.results = results;
    Path file = results.resolve("people.csv");
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      lines.subList(1, lines.size()).forEach(line -> rows.add(Row.of(line)));
    }
  }

  boolean has(String table, String quality) {
    return rows.stream().anyMatch(r -> r.table.equals(table) && r.quality.equals(quality));
  }

  /** Takes a row in the place of an earlier one, and writes all. */
  void put(Row row) throws IOException {
    rows.removeIf(r -> r.table.equals(row.table) && r.quality.equals(row.quality));
    rows.add(row);
    Files.createDirectories(results);
    List<String> lines = new ArrayList<>(List.of(HEADER));
    rows.forEach(each -> lines.add(each.toCsv()));
    Files.write(results.resolve("people.csv"), lines);
    write();
  }

  /** The page; nothing where there are no rows. */
  void write() throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    MarkdownTable table =
        new MarkdownTable("table", "quality", "the first screen says", "in numbers", "true", "s");
    for (Row row : rows) {
      table.add(
          row.table,
          row.quality,
          row.said.replace("|", "\\|"),
          row.values,
          row.wrong.isEmpty() ? "yes" : "no: " + row.wrong,
          String.format(Locale.ROOT, "%.0f", row.seconds));
    }
    Path notes = results.resolve("notes").resolve("people.txt");
    String made = Origin.measured("people.csv", rows.stream().map(Row::made).toList());
    Files.writeString(
        results.resolve("people.md"), Files.readString(notes) + "\n" + made + "\n" + table);
  }
}
