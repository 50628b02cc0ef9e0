package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import io.github.tgp4j.benchmarks.rows.ResultLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of auto.csv, or of another file of the same columns, each written as soon as it is
 * there.
 */
final class AutoFile {
  private final ResultLines lines;

  AutoFile(Path directory, String experiment) {
    this.lines = new ResultLines(directory.resolve(experiment + ".csv"), AutoRow.HEADER);
  }

  /** The rows so far, the last one of each key. */
  Collection<AutoRow> rows() throws IOException {
    Map<AutoRow.Key, AutoRow> rows = new LinkedHashMap<>();
    lines.read().stream().map(AutoRow::parse).forEach(row -> rows.put(row.key(), row));
    return rows.values();
  }

  /** Our own rows with {@code good}, beside models with so many inducing points. */
  List<ResultRow> good(int inducing) throws IOException {
    return rows().stream()
        .filter(row -> row.key().model().equals(Auto.OURS) && !row.isFailure())
        .filter(row -> row.key().quality().equals(Quality.GOOD.text()))
        .map(row -> row.result(inducing))
        .toList();
  }

  /** Whether there is such a row with figures; one that failed may be tried again. */
  boolean contains(AutoRow.Key key) throws IOException {
    return rows().stream().anyMatch(row -> row.key().equals(key) && !row.isFailure());
  }

  void append(AutoRow row) throws IOException {
    lines.append(row.line());
    System.out.println(row.line());
  }
}
