package io.github.tgp4j.cli.table;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a file is read.
 *
 * @param delimiter between the values of a text file; null to see from its first line
 * @param decimal the mark before decimals in a text file, '.' or ','; null to see from its values
 * @param inferAll whether the types of columns are taken from all rows, however large the file,
 *     instead of the first {@value #SAMPLE_ROWS} (small files are always looked at whole)
 * @param encoding of the letters of a text file, such as "windows-1252"; null to see from its bytes
 * @param sheet of a workbook, by name or number; null for the first
 * @param asText whether all columns are texts, as they are in the file
 */
public record ReadOptions(
    Character delimiter,
    Character decimal,
    boolean inferAll,
    String encoding,
    String sheet,
    boolean asText) {
  /** Rows that decide the types of a large file's columns. */
  static final int SAMPLE_ROWS = 100_000;

  public ReadOptions {
    if (decimal != null && decimal != '.' && decimal != ',') {
      throw new TableException("--decimal: expected . or , but got " + decimal);
    }
    if (encoding != null) {
      charset(encoding);
    }
  }

  /** With the encoding detected from the file, and columns of their own types. */
  public ReadOptions(Character delimiter, Character decimal, boolean inferAll) {
    this(delimiter, decimal, inferAll, null, null, false);
  }

  /** Delimiter, decimals and encoding detected from the file, types from the first rows. */
  public static ReadOptions defaults() {
    return new ReadOptions(null, null, false);
  }

  /** All columns as texts. */
  public ReadOptions withText() {
    return new ReadOptions(delimiter, decimal, inferAll, encoding, sheet, true);
  }

  /** Another sheet of workbooks. */
  public ReadOptions withSheet(String name) {
    return new ReadOptions(delimiter, decimal, inferAll, encoding, name, asText);
  }

  /** Those of a text file that is written as commas and points, whatever the user's were. */
  ReadOptions ofCopy() {
    return new ReadOptions(',', null, true, null, null, asText);
  }

  /** Options that say how text is written, by the names that they have on the command line. */
  List<String> textOptions() {
    List<String> given = new ArrayList<>();
    if (delimiter != null) {
      given.add("--delimiter");
    }
    if (decimal != null) {
      given.add("--decimal");
    }
    if (encoding != null) {
      given.add("--encoding");
    }
    return given;
  }

  static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new TableException(
          "--encoding: expected the name of an encoding, such as utf-8, windows-1252, iso-8859-2 or"
              + " utf-16, but got "
              + name,
          e);
    }
  }
}
