package io.github.tgp4j.data;

import io.github.tgp4j.text.Names;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of a table, column by column; missing values are NaN (numbers, times) or null (texts). */
public final class Chunk {
  private final List<Column> columns;
  private final int rows;
  private final List<Object> values;
  private final long firstRow;
  private final Map<String, Integer> positions;

  /** Rows that are the first of their table; see the other constructor. */
  public Chunk(List<Column> columns, int rows, List<Object> values) {
    this(columns, rows, values, 0);
  }

  /**
   * Over the given arrays, not copied.
   *
   * @param values per column a double[] (NUMBER, TIME) or a String[] (CATEGORY), of at least {@code
   *     rows} values
   * @param firstRow place of the first row in its table, from 0; only messages use it
   */
  public Chunk(List<Column> columns, int rows, List<Object> values, long firstRow) {
    if (values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "chunk: " + columns.size() + " columns but values of " + values.size());
    }
    this.columns = List.copyOf(columns);
    this.rows = rows;
    this.values = List.copyOf(values);
    this.firstRow = firstRow;
    this.positions = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      check(columns.get(i), values.get(i), rows);
      if (positions.putIfAbsent(columns.get(i).name(), i) != null) {
        throw new IllegalArgumentException(
            "chunk: two columns are called " + columns.get(i).name() + "; rename one");
      }
    }
  }

  private static void check(Column column, Object values, int rows) {
    int length;
    if (column.type() == ColumnType.CATEGORY && values instanceof String[] texts) {
      length = texts.length;
    } else if (column.type() != ColumnType.CATEGORY && values instanceof double[] numbers) {
      length = numbers.length;
    } else {
      throw new IllegalArgumentException(
          "chunk: column "
              + column.name()
              + " of type "
              + column.type()
              + " got values of type "
              + values.getClass().getSimpleName());
    }
    if (rows < 0 || length < rows) {
      throw new IllegalArgumentException(
          "chunk: column " + column.name() + " has " + length + " values for " + rows + " rows");
    }
  }

  public int rows() {
    return rows;
  }

  public List<Column> columns() {
    return columns;
  }

  /** Place of the first row in its table, from 0. */
  public long firstRow() {
    return firstRow;
  }

  /** Index of the column with this name, or -1. */
  public int find(String name) {
    return positions.getOrDefault(name, -1);
  }

  /**
   * Index of the column with this name.
   *
   * @throws IllegalArgumentException if there is none, with the name that was probably meant
   */
  public int require(String name) {
    int at = find(name);
    if (at < 0) {
      throw new IllegalArgumentException(
          Names.unknown("column", name, columns.stream().map(Column::name).toList()));
    }
    return at;
  }

  /** Values of a NUMBER or TIME column; the array itself, which may be longer than the rows. */
  public double[] numbers(int column) {
    if (values.get(column) instanceof double[] numbers) {
      return numbers;
    }
    throw new IllegalArgumentException(
        "column " + columns.get(column).name() + " holds texts, not numbers");
  }

  /** Values of a CATEGORY column; the array itself, which may be longer than the rows. */
  public String[] texts(int column) {
    if (values.get(column) instanceof String[] texts) {
      return texts;
    }
    throw new IllegalArgumentException(
        "column " + columns.get(column).name() + " holds numbers, not texts");
  }

  /** "column x, row 17", for messages; rows are counted from 1, the header not counted. */
  String place(int column, int row) {
    return "column " + columns.get(column).name() + ", row " + (firstRow + row + 1);
  }
}
