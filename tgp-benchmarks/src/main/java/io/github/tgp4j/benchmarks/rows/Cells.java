package io.github.tgp4j.benchmarks.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A line's cells by the names of their columns; those that an old line lacks are empty. */
public final class Cells {
  private final Map<String, String> byName = new HashMap<>();

  private Cells(List<String> columns, List<String> cells) {
    for (int i = 0; i < cells.size(); i++) {
      byName.put(columns.get(i), cells.get(i));
    }
  }

  /**
   * @param columns all there are now
   * @param old how many of them lines of earlier versions have
   */
  public static Cells of(String line, List<String> columns, List<Integer> old) {
    List<String> cells = split(line);
    if (cells.size() != columns.size() && !old.contains(cells.size())) {
      throw new IllegalArgumentException(
          "result row: expected "
              + columns.size()
              + " cells, or "
              + old
              + " of an old row, but got "
              + cells.size()
              + ": "
              + line);
    }
    return new Cells(columns, cells);
  }

  /** Empty for a column that the line does not have. */
  public String text(String column) {
    return byName.getOrDefault(column, "");
  }

  /** NaN for an empty cell. */
  public double number(String column) {
    return text(column).isEmpty() ? Double.NaN : Double.parseDouble(text(column));
  }

  /** Cells between commas that stand outside quotation marks. */
  public static List<String> split(String line) {
    List<String> out = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        out.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    out.add(cell.toString());
    return out;
  }

  /** A text as a cell, in one line; empty stays empty. */
  public static String quoted(String text) {
    return text.isEmpty() ? "" : '"' + oneLine(text) + '"';
  }

  /** Without line breaks and double quotation marks. */
  public static String oneLine(String text) {
    return text.replace('"', '\'').replaceAll("\\s+", " ");
  }
}
