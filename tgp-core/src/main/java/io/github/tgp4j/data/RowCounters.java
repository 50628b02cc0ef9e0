package io.github.tgp4j.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds input columns that only count the rows, 1, 2, 3, …: identifiers more often than inputs, and
 * a model that is given one does well on old rows and badly on new ones. Counters of parts of the
 * rows merge to that of all rows.
 */
public final class RowCounters {
  private final List<String> counting = new ArrayList<>();

  /** Of these input columns. */
  public RowCounters(List<Column> inputs) {
    for (Column column : inputs) {
      if (column.type() == ColumnType.NUMBER) {
        counting.add(column.name());
      }
    }
  }

  /** Takes rows; the chunk must know its place in the table. */
  public void add(Chunk chunk) {
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

  /** Takes in what another found in other rows of the same table. */
  public void merge(RowCounters other) {
    counting.retainAll(other.counting);
  }

  /** Names of the columns that count the rows. */
  public List<String> names() {
    return List.copyOf(counting);
  }
}
