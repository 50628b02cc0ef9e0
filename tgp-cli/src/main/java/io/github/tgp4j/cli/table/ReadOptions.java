package io.github.tgp4j.cli.table;

/**
 * How a file is read.
 *
 * @param delimiter between the values of a text file; null to see from its first line
 * @param inferAll whether the types of columns are taken from all rows, however large the file,
 *     instead of the first {@value #SAMPLE_ROWS} (small files are always looked at whole)
 */
public record ReadOptions(Character delimiter, boolean inferAll) {
  /** Rows that decide the types of a large file's columns. */
  static final int SAMPLE_ROWS = 100_000;

  /** The delimiter seen from the file, types from the first rows. */
  public static ReadOptions defaults() {
    return new ReadOptions(null, false);
  }
}
