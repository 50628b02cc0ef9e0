package io.github.tgp4j.cli.table;

/**
 * How a file is read.
 *
 * @param delimiter between the values of a text file; null to see from its first line
 * @param decimal the mark before decimals in a text file, '.' or ','; null to see from its values
 * @param inferAll whether the types of columns are taken from all rows, however large the file,
 *     instead of the first {@value #SAMPLE_ROWS} (small files are always looked at whole)
 */
public record ReadOptions(Character delimiter, Character decimal, boolean inferAll) {
  /** Rows that decide the types of a large file's columns. */
  static final int SAMPLE_ROWS = 100_000;

  public ReadOptions {
    if (decimal != null && decimal != '.' && decimal != ',') {
      throw new TableException("--decimal: expected . or , but got " + decimal);
    }
  }

  /** Delimiter and decimals detected from the file, types from the first rows. */
  public static ReadOptions defaults() {
    return new ReadOptions(null, null, false);
  }
}
