package io.github.tgp4j.cli.table;

import java.nio.file.Path;
import java.util.Locale;

/** What a file holds, by the end of its name. */
enum FileKind {
  CSV,
  PARQUET,
  JSON,
  WORKBOOK;

  private static final String WRITTEN = ".csv, .tsv, .txt, .parquet, .json, .jsonl, .ndjson";
  static final String EXTENSIONS = WRITTEN + " or .xlsx";

  /** Of a table to be written. */
  static FileKind ofTarget(Path file) {
    if (extension(file).matches("xls[xmb]?|ods")) {
      throw new TableException(
          file + ": spreadsheets are read, not written; expected a name that ends in " + WRITTEN);
    }
    return of(file);
  }

  static FileKind of(Path file) {
    return switch (extension(file)) {
      case "csv", "tsv", "tab", "txt" -> CSV;
      case "json", "jsonl", "ndjson" -> JSON;
      case "parquet", "pq" -> PARQUET;
      case "xlsx", "xlsm" -> WORKBOOK;
      case "xls", "xlsb", "ods" ->
          throw new TableException(
              file + ": of spreadsheets only .xlsx is read; save it as .xlsx or as CSV");
      default ->
          throw new TableException(
              file
                  + ": expected a name that ends in "
                  + EXTENSIONS
                  + " (text and JSON also with .gz); rename the file or convert it");
    };
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    String plain = isGzip(file) ? name.substring(0, name.length() - 3) : name;
    return plain.contains(".") ? plain.substring(plain.lastIndexOf('.') + 1) : "";
  }

  static boolean isGzip(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
  }
}
