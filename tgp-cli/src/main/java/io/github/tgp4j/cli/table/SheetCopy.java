package io.github.tgp4j.cli.table;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the cells of a sheet as CSV, so that whatever holds for text files holds for them. The
 * first row with something in it has the names of the columns.
 */
final class SheetCopy implements SheetReader.Cells, AutoCloseable {
  /** Size of a copy that no sheet of a million rows needs: letters. */
  private static final long MOST = 4L << 30;

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d( \\d\\d:.*)?");

  private final BufferedWriter out;
  private final BitSet withTimes; // columns of dates that all get a time
  private final BitSet dates = new BitSet(); // columns that have dates without a time
  private final BitSet times = new BitSet(); // columns that have dates with a time
  private final List<String> names = new ArrayList<>();
  private final TreeSet<String> errors = new TreeSet<>();
  private int firstColumn;
  private boolean named; // whether the row of names is behind us
  private int nextColumn; // of the row that is being written
  private int nameRow; // that with the names
  private int lastRow; // the last one written
  private boolean begun; // whether this row has a value
  private long written;
  private long emptyRows;
  private Found wrong = new Found(0, "");
  private Found unsaved = new Found(0, "");
  private Found beside = new Found(0, "");

  /** How many cells are such, and where the first of them is. */
  private record Found(long count, String first) {
    Found more(int row, int column) {
      return new Found(count + 1, count == 0 ? SheetReader.address(row, column) : first);
    }

    String cells() {
      return count == 1 ? "cell " + first : "%,d cells (the first: %s)".formatted(count, first);
    }
  }

  /**
   * To a file.
   *
   * @param withTimes columns whose dates get a time; from {@link #mixedDates}
   */
  SheetCopy(Path csv, BitSet withTimes) throws IOException {
    this.withTimes = withTimes;
    out = Files.newBufferedWriter(csv, StandardCharsets.UTF_8);
  }

  /** Names of the columns as they are written there. */
  List<String> names() {
    return Collections.unmodifiableList(names);
  }

  @Override
  public void cell(int row, int column, String text) throws IOException {
    if (!named) {
      firstColumn = names.isEmpty() ? column : firstColumn;
      while (names.size() < column - firstColumn) {
        names.add("");
      }
      names.add(text.strip());
      nameRow = row;
      lastRow = row;
      return;
    }
    if (isBeside(row, column)) {
      return;
    }
    if (!begun) {
      emptyRows += row - lastRow - 1L;
      lastRow = row;
      begun = true;
    }
    for (; nextColumn < column; nextColumn++) {
      write(",");
    }
    write(quoted(dated(column, text)));
  }

  private String dated(int column, String text) {
    if (text.length() < 10 || text.charAt(4) != '-') {
      return text;
    }
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      return text;
    }
    boolean whole = date.group(1) == null;
    (whole ? dates : times).set(column);
    return whole && withTimes.get(column) ? text + " 00:00:00" : text;
  }

  /** Columns with dates of both kinds: these are times only if all of them have one. */
  BitSet mixedDates() {
    BitSet mixed = (BitSet) dates.clone();
    mixed.and(times);
    return mixed;
  }

  private boolean isBeside(int row, int column) {
    boolean inside = column >= firstColumn && column < firstColumn + names.size();
    if (!inside) {
      beside = beside.more(row, column);
    }
    if (!inside && names.size() == 1) {
      throw new TableException(
          "expected the names of all columns in its first row but row "
              + nameRow
              + " has one value only, \""
              + names.get(0)
              + "\"; delete what stands above the names");
    }
    return !inside;
  }

  @Override
  public void error(int row, int column, String error) {
    if (!named || column < firstColumn || column >= firstColumn + names.size()) {
      return;
    }
    if (error.isEmpty()) {
      unsaved = unsaved.more(row, column);
    } else {
      wrong = wrong.more(row, column);
      if (errors.size() < 5) {
        errors.add(error.length() > 12 ? error.substring(0, 12) + "…" : error);
      }
    }
  }

  @Override
  public void row() throws IOException {
    if (!named && !names.isEmpty()) {
      named = true;
      write(String.join(",", names.stream().map(SheetCopy::quoted).toList()) + "\n");
    } else if (begun) {
      write(",".repeat(firstColumn + names.size() - 1 - nextColumn) + "\n");
    }
    begun = false;
    nextColumn = firstColumn;
  }

  private void write(String text) throws IOException {
    written += text.length();
    if (written > MOST) {
      throw new IOException("it has more text than any sheet can show");
    }
    out.write(text);
  }

  private static String quoted(String text) {
    String lines = text.replace("\r\n", "\n").replace('\r', '\n');
    boolean plain =
        lines.indexOf(',') < 0
            && lines.indexOf('"') < 0
            && lines.indexOf('\n') < 0
            && lines.equals(lines.strip());
    return plain ? lines : "\"" + lines.replace("\"", "\"\"") + "\"";
  }

  /** Ends the file. */
  void finish() throws IOException {
    if (!named) {
      throw new TableException("is empty");
    }
    out.flush();
  }

  /** What was left out or is missing, for people. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (emptyRows > 0) {
      notes.add("empty rows between others are left out: %,d".formatted(emptyRows));
    }
    if (wrong.count > 0) {
      notes.add(
          wrong.cells() + " with errors (" + String.join(", ", errors) + "): read as missing");
    }
    if (unsaved.count > 0) {
      notes.add(
          unsaved.cells()
              + " with formulas but no saved values: read as missing (open the workbook in a"
              + " spreadsheet program and save it)");
    }
    if (beside.count > 0) {
      notes.add(beside.cells() + " left out: no name stands at the top of the column");
    }
    return notes;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
