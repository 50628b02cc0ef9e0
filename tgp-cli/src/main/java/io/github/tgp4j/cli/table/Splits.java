package io.github.tgp4j.cli.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits of a table's rows into training and test, from a text file (also .gz). Lines that start
 * with # are comments; every other line is one split, the places of its test rows from 0, with
 * blanks between.
 */
public final class Splits {
  private Splits() {}

  /**
   * The test rows of each split, sorted.
   *
   * @param rows of the table
   * @throws TableException if a line has something else than different places of rows
   */
  public static int[][] read(Path file, int rows) {
    List<int[]> splits = new ArrayList<>();
    List<String> lines = FileCheck.lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        splits.add(split(file + ": line " + (i + 1) + ": ", line, rows));
      }
    }
    if (splits.isEmpty()) {
      throw new TableException(
          file + ": has no split; expected lines of the test rows' numbers, from 0");
    }
    return splits.toArray(int[][]::new);
  }

  private static int[] split(String where, String line, int rows) {
    String[] words = line.split("\\s+");
    int[] test = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      try {
        test[i] = Integer.parseInt(words[i]);
      } catch (NumberFormatException e) {
        throw new TableException(
            where + "expected the number of a row, from 0, but got \"" + words[i] + "\"", e);
      }
      if (test[i] < 0 || test[i] >= rows) {
        throw new TableException(
            where + "expected rows 0 to " + (rows - 1) + ", as the table has, but got " + words[i]);
      }
    }
    Arrays.sort(test);
    for (int i = 1; i < test.length; i++) {
      if (test[i] == test[i - 1]) {
        throw new TableException(where + "row " + test[i] + " is there twice");
      }
    }
    if (test.length == rows) {
      throw new TableException(where + "all " + rows + " rows are for testing, none for training");
    }
    return test;
  }
}
