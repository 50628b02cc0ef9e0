package io.github.tgp4j.cli.table;

import java.nio.file.Path;
import java.util.Locale;

/** What a file holds, by the end of its name. */
enum FileKind {
  CSV,
  PARQUET,
  JSON,
  WORKBOOK;

  static final String EXTENSIONS = ".csv, .tsv, .txt, .parquet, .json, .jsonl, .ndjson or .xlsx";

  static FileKind of(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    String plain = isGzip(file) ? name.substring(0, name.length() - 3) : name;
    String extension = plain.substring(plain.lastIndexOf('.') + 1);
    return switch (plain.contains(".") ? extension : "") {
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

  static boolean isGzip(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
  }
}
