package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of {@code ./bench people}, and docs/results/people.md of them. */
final class PeoplePage {
  private static final String HEADER = "table,rows,quality,said,values,wrong,seconds,commit";

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
      String commit) {
    String toCsv() {
      return String.join(
          ",",
          table,
          Integer.toString(rows),
          quality,
          quoted(said),
          quoted(values),
          quoted(wrong),
          String.format(Locale.ROOT, "%.1f", seconds),
          commit);
    }

    private static String quoted(String text) {
      return '"' + text.replace("\"", "\"\"") + '"';
    }

    static Row of(String line) {
      List<String> cells = cells(line);
      return new Row(
          cells.get(0),
          Integer.parseInt(cells.get(1)),
          cells.get(2),
          cells.get(3),
          cells.get(4),
          cells.get(5),
          Double.parseDouble(cells.get(6)),
          cells.get(7));
    }

    private static List<String> cells(String line) {
      List<String> out = new ArrayList<>();
      StringBuilder cell = new StringBuilder();
      boolean inside = false;
      for (char c : (line + ",").toCharArray()) {
        if (c == ',' && !inside) {
          String text = cell.toString();
          boolean quotes = text.length() > 1 && text.startsWith("\"");
          out.add(quotes ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text);
          cell.setLength(0);
        } else {
          inside ^= c == '"';
          cell.append(c);
        }
      }
      return out;
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
    String made =
        "\nMade by `./bench people` or `./bench pages` from `people.csv`, computed at "
            + String.join(", ", rows.stream().map(Row::commit).distinct().toList())
            + ".\n\n";
    Files.writeString(results.resolve("people.md"), Files.readString(notes) + made + table);
  }
}
