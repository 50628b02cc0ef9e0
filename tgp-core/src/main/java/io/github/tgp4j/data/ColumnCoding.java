package io.github.tgp4j.data;

import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * How one column of a table becomes columns of a matrix, as learnt on the training rows. Immutable,
 * and made of plain values only, so that a file can hold it.
 */
public sealed interface ColumnCoding permits NumberCoding, CategoryCoding, TimeCoding {
  /** Longest column name and level, in characters. A file with longer ones is refused. */
  int LONGEST_TEXT = 1000;

  /** Name of the table's column. */
  String name();

  /** The columns it becomes. */
  List<Feature> features();

  /** Writes the chunk's column {@code column} to columns {@code at}… of {@code to}. */
  void encode(Chunk chunk, int column, Matrix to, int at);

  /** Checks a name; the codings' constructors call it. */
  static String checkName(String name) {
    if (name == null || name.isEmpty() || name.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "column name: expected 1 to "
              + LONGEST_TEXT
              + " characters but got "
              + (name == null ? "none" : Integer.toString(name.length())));
    }
    return name;
  }

  /** Checks a learnt number; the codings' constructors call it. */
  static void checkFinite(String name, String what, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "column " + name + ", " + what + ": expected a finite number but got " + value);
    }
  }

  /** Checks a learnt range, both ends of which may be unknown; the constructors call it. */
  static void checkRange(String name, double least, double greatest) {
    boolean unknown = Double.isNaN(least) && Double.isNaN(greatest);
    boolean known = Double.isFinite(least) && Double.isFinite(greatest) && least <= greatest;
    if (!unknown && !known) {
      throw new IllegalArgumentException(
          "column "
              + name
              + ", range: expected two finite numbers in order but got "
              + least
              + " and "
              + greatest);
    }
  }
}
