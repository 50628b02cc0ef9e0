package io.github.tgp4j.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * An uploaded table.
 *
 * @param name of the file that was uploaded, for people
 * @param file where it is
 * @param created when, as ISO 8601
 */
record StoredTable(String id, String name, Path file, String created) {
  private static final List<String> ENDINGS =
      List.of(
          ".csv",
          ".csv.gz",
          ".tsv",
          ".tsv.gz",
          ".txt",
          ".txt.gz",
          ".xlsx",
          ".parquet",
          ".json",
          ".json.gz",
          ".jsonl",
          ".jsonl.gz",
          ".ndjson");

  /** The name without directories and characters that no name has. */
  static String plainName(String given) {
    String last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
    String plain = last.replaceAll("[\\p{Cntrl}\"'`<>|:*?$]", "_").trim();
    return plain.length() > 100 ? plain.substring(plain.length() - 100) : plain;
  }

  /** How such a file's name ends, which says what it is. */
  static String ending(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return ENDINGS.stream()
        .filter(lower::endsWith)
        .max(java.util.Comparator.comparingInt(String::length))
        .orElseThrow(
            () ->
                ApiException.badRequest(
                    "name: expected the name of a table, ending in one of "
                        + String.join(", ", ENDINGS)
                        + ", but got "
                        + (name.isEmpty() ? "none; add ?name=FILE" : name)));
  }
}
