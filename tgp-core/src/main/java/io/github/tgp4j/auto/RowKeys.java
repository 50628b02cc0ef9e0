package io.github.tgp4j.auto;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.rows.RowOrder;
import io.github.tgp4j.rows.RowStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Gathers the time or the group of every row that is kept, in their order. */
final class RowKeys {
  private final RowOrder order;
  private final Column column; // null for none
  private final Map<Object, Integer> groups = new HashMap<>();
  private double[] keys = new double[1024];
  private int count;

  RowKeys(RowOrder order, Column column) {
    this.order = order;
    this.column = column;
  }

  /** Takes a row of a chunk. */
  void add(Chunk chunk, int row) {
    if (column == null) {
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
    }
    int at = chunk.require(column.name());
    Object value =
        column.type() == ColumnType.CATEGORY
            ? String.valueOf(chunk.texts(at)[row]).strip()
            : (Object) chunk.numbers(at)[row];
    keys[count++] =
        order == RowOrder.TIME ? (double) value : groups.computeIfAbsent(value, v -> groups.size());
  }

  /** The rows with their keys. */
  RowStore with(RowStore rows) {
    return column == null ? rows : rows.withKeys(order, all());
  }

  /** The keys, one per row. */
  double[] all() {
    return Arrays.copyOf(keys, count);
  }
}
