package io.github.tgp4j.cli.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Delimiter and column names, from the first line of a text file. The first line is always the
 * header: guessing would drop a line, or read names as values, without anyone noticing.
 *
 * @param names unique; see {@link #notes}
 * @param notes how names were changed to be unique
 */
record CsvHeader(char delimiter, List<String> names, List<String> notes) {
  private static final char[] DELIMITERS = {',', '\t', ';', '|'};

  static CsvHeader of(Path file, String head, Character wanted) {
    char delimiter = wanted == null ? mostFrequent(head) : wanted;
    List<String> cells = cells(head, delimiter);
    refuseOneColumn(file, cells, delimiter, wanted);
    refuseValues(file, cells, delimiter);
    return unique(delimiter, cells);
  }

  /** Of a file with commas whose names are known. */
  static CsvHeader ofNames(List<String> names) {
    return unique(',', names);
  }

  private static char mostFrequent(String head) {
    char best = ',';
    int most = 1;
    for (char candidate : DELIMITERS) {
      int count = cells(head, candidate).size();
      if (count > most) {
        most = count;
        best = candidate;
      }
    }
    return best;
  }

  /** The cells of the first line; quoted ones may hold delimiters and line ends. */
  private static List<String> cells(String head, char delimiter) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < head.length(); i++) {
      char c = head.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < head.length() && head.charAt(i + 1) == '"') {
          cell.append('"');
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (!quoted && c == delimiter) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else if (!quoted && (c == '\n' || c == '\r')) {
        break;
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  private static void refuseOneColumn(
      Path file, List<String> cells, char delimiter, Character wanted) {
    if (cells.size() > 1) {
      return;
    }
    if (cells.get(0).strip().startsWith("#")) {
      throw new TableException(
          file
              + ": line 1: expected the names of the columns but got the comment \""
              + cells.get(0).strip()
              + "\"; delete the lines above the names");
    }
    for (char other : new char[] {';', '\t', '|', ',', ' '}) {
      if (other != delimiter && cells.get(0).strip().indexOf(other) >= 0) {
        throw new TableException(
            file
                + ": with the delimiter "
                + shown(delimiter)
                + (wanted == null ? "" : " as asked for")
                + " there is one column only, \""
                + cells.get(0).strip()
                + "\"; try --delimiter "
                + shown(other));
      }
    }
  }

  private static String shown(char delimiter) {
    return delimiter == '\t' ? "'\\t' (tab)" : "'" + delimiter + "'";
  }

  private static void refuseValues(Path file, List<String> cells, char delimiter) {
    for (String cell : cells) {
      try {
        Double.parseDouble(delimiter == ',' ? cell : cell.replace(',', '.'));
      } catch (NumberFormatException e) {
        return;
      }
    }
    throw new TableException(
        file
            + ": line 1: expected the names of the columns but got the numbers "
            + String.join(", ", cells.subList(0, Math.min(5, cells.size())))
            + (cells.size() > 5 ? ", …" : "")
            + "; add a first line with names");
  }

  private static CsvHeader unique(char delimiter, List<String> cells) {
    List<String> names = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Set<String> given = new HashSet<>(); // in lower case: SQL does not tell a from A
    for (String cell : cells) {
      given.add(cell.strip().toLowerCase(Locale.ROOT));
    }
    Set<String> used = new HashSet<>();
    for (int i = 0; i < cells.size(); i++) {
      String name = cells.get(i).strip();
      String base = name.isEmpty() ? "column" + (i + 1) : name;
      String unique = base;
      for (int k = 2; !isFree(unique, name, given, used); k++) {
        unique = base + "_" + k;
      }
      used.add(unique.toLowerCase(Locale.ROOT));
      names.add(unique);
      if (name.isEmpty()) {
        notes.add("column " + (i + 1) + " has no name; it is called " + unique);
      } else if (!unique.equals(name)) {
        notes.add("column " + (i + 1) + ": " + name + " is there already; called " + unique);
      }
    }
    return new CsvHeader(delimiter, List.copyOf(names), List.copyOf(notes));
  }

  private static boolean isFree(String unique, String name, Set<String> given, Set<String> used) {
    String key = unique.toLowerCase(Locale.ROOT);
    return !used.contains(key) && (unique.equals(name) || !given.contains(key));
  }
}
