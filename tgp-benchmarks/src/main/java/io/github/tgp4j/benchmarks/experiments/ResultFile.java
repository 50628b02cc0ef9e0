package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one experiment, in a CSV file that is appended to row by row: several processes may
 * write to it, and what was done before an interruption is kept.
 */
final class ResultFile {
  private final Path path;

  ResultFile(Path directory, String experiment) {
    this.path = directory.resolve(experiment + ".csv");
  }

  /** The rows so far, the last one of each key. */
  Collection<ResultRow> rows() throws IOException {
    Map<ResultRow.Key, ResultRow> rows = new LinkedHashMap<>();
    for (ResultRow row : allRows()) {
      rows.put(row.key(), row);
    }
    return rows.values();
  }

  /** Every row, in the order they came. */
  List<ResultRow> allRows() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    return Files.readAllLines(path).stream()
        .skip(1)
        .filter(line -> !line.isBlank())
        .map(ResultRow::parse)
        .toList();
  }

  boolean contains(ResultRow.Key key) throws IOException {
    return rows().stream().anyMatch(row -> row.key().equals(key));
  }

  void append(ResultRow row) throws IOException {
    if (!Files.exists(path)) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, ResultRow.HEADER + "\n");
    }
    Files.writeString(path, row.line() + "\n", StandardOpenOption.APPEND);
  }
}
