package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds input columns that only count the rows, 1, 2, 3, …: identifiers more often than inputs, and
 * a model that is given one does well on old rows and badly on new ones.
 */
final class RowCounters {
  private final List<String> counting = new ArrayList<>();

  RowCounters(List<Column> inputs) {
    for (Column column : inputs) {
      if (column.type() == ColumnType.NUMBER) {
        counting.add(column.name());
      }
    }
  }

  void add(Chunk chunk) {
    counting.removeIf(name -> !counts(chunk, chunk.numbers(chunk.require(name))));
  }

  private static boolean counts(Chunk chunk, double[] values) {
    for (int i = 0; i < chunk.rows(); i++) {
      long row = chunk.firstRow() + i;
      if (values[i] != row && values[i] != row + 1) {
        return false;
      }
    }
    return true;
  }

  List<String> notes() {
    return counting.stream()
        .map(name -> name + ": counts the rows; if it is an identifier, --exclude " + name)
        .toList();
  }
}
