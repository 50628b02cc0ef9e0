package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.ResultLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one experiment, in a CSV file that is appended to row by row: what was done before an
 * interruption is kept.
 */
final class ResultFile {
  private final ResultLines lines;

  ResultFile(Path directory, String experiment) {
    this.lines = new ResultLines(directory.resolve(experiment + ".csv"), ResultRow.HEADER);
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
    return lines.read().stream().map(ResultRow::parse).toList();
  }

  /**
   * Whether a row of this key was made by the same spec. A fit that failed counts: with the same
   * seed it would fail again.
   */
  boolean contains(ResultRow.Key key, String spec) throws IOException {
    return allRows().stream().anyMatch(row -> row.key().equals(key) && row.spec().equals(spec));
  }

  /** The same where the end of a spec is known only after the fit. */
  boolean containsBeginning(ResultRow.Key key, String spec) throws IOException {
    return allRows().stream().anyMatch(row -> row.key().equals(key) && row.spec().startsWith(spec));
  }

  /** Appends and prints the row. */
  void append(ResultRow row) throws IOException {
    lines.append(row.line());
    System.out.println(row.line());
  }
}
