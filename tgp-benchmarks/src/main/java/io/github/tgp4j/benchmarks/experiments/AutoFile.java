package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows of auto.csv, or of another file of the same columns, each written as soon as it is
 * there.
 */
final class AutoFile {
  private final Path path;

  AutoFile(Path directory, String experiment) {
    this.path = directory.resolve(experiment + ".csv");
  }

  /** The rows so far, the last one of each key. */
  Collection<AutoRow> rows() throws IOException {
    Map<AutoRow.Key, AutoRow> rows = new LinkedHashMap<>();
    if (Files.exists(path)) {
      Files.readAllLines(path).stream()
          .skip(1)
          .filter(line -> !line.isBlank())
          .map(AutoRow::parse)
          .forEach(row -> rows.put(row.key(), row));
    }
    return rows.values();
  }

  /** Whether there is such a row with figures; one that failed may be tried again. */
  boolean contains(AutoRow.Key key) throws IOException {
    return rows().stream().anyMatch(row -> row.key().equals(key) && !row.isFailure());
  }

  void append(AutoRow row) throws IOException {
    if (!Files.exists(path)) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, AutoRow.HEADER + "\n");
    }
    Files.writeString(path, row.line() + "\n", StandardOpenOption.APPEND);
    System.out.println(row.line());
  }
}
