package io.github.tgp4j.data;

import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A whole table in memory: typed columns of equally many rows, which can be read again and again.
 * Immutable.
 *
 * <pre>{@code
 * Table homes =
 *     Table.builder()
 *         .category("city", "Oslo", "Bergen", "Oslo")
 *         .number("area", 54.0, 81.5, Double.NaN) // NaN: missing
 *         .time("sold", Instant.parse("2026-01-05T00:00:00Z"), null, null)
 *         .build();
 * }</pre>
 */
public final class Table {
  private static final int ROWS_PER_CHUNK = 8192;

  private final Chunk all;

  Table(Chunk all) {
    this.all = all;
  }

  /** A table made column by column. */
  public static TableBuilder builder() {
    return new TableBuilder();
  }

  /** Reads all that is left of a reader; the caller closes it. */
  public static Table of(TableReader reader) {
    List<Chunk> chunks = new ArrayList<>();
    long total = 0;
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      chunks.add(chunk);
      total += chunk.rows();
    }
    int rows = Math.toIntExact(total);
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < reader.columns().size(); c++) {
      boolean text = reader.columns().get(c).type() == ColumnType.CATEGORY;
      Object to = text ? new String[rows] : new double[rows];
      int at = 0;
      for (Chunk chunk : chunks) {
        Object from = text ? chunk.texts(c) : chunk.numbers(c);
        System.arraycopy(from, 0, to, at, chunk.rows());
        at += chunk.rows();
      }
      values.add(to);
    }
    return new Table(new Chunk(reader.columns(), rows, values));
  }

  /**
   * A table of one row. Numbers, texts, booleans, enum constants and the times of {@code java.time}
   * (without a zone: in UTC) are told apart by the values' classes; null is missing.
   */
  public static Table ofRow(Map<String, ?> row) {
    TableBuilder builder = builder();
    row.forEach(builder::single);
    return builder.build();
  }

  public int rows() {
    return all.rows();
  }

  public List<Column> columns() {
    return all.columns();
  }

  /** All rows as one chunk, not to be modified. */
  public Chunk all() {
    return all;
  }

  /** Some of the rows, in the order given. */
  public Table select(int[] rows) {
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < all.columns().size(); c++) {
      if (all.columns().get(c).type() == ColumnType.CATEGORY) {
        String[] from = all.texts(c);
        values.add(Arrays.stream(rows).mapToObj(i -> from[i]).toArray(String[]::new));
      } else {
        double[] from = all.numbers(c);
        values.add(Arrays.stream(rows).mapToDouble(i -> from[i]).toArray());
      }
    }
    return new Table(new Chunk(all.columns(), rows.length, values));
  }

  /** The rows {@code from} up to, not including, {@code to}; they keep their places in messages. */
  public Chunk slice(int from, int to) {
    Objects.checkFromToIndex(from, to, rows());
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < all.columns().size(); c++) {
      values.add(
          all.columns().get(c).type() == ColumnType.CATEGORY
              ? Arrays.copyOfRange(all.texts(c), from, to)
              : Arrays.copyOfRange(all.numbers(c), from, to));
    }
    return new Chunk(all.columns(), to - from, values, from);
  }

  /** Reads it from the start, some thousand rows at a time. */
  public TableReader reader() {
    return new TableReader() {
      private int at;

      @Override
      public List<Column> columns() {
        return all.columns();
      }

      @Override
      public Chunk next() {
        if (at == rows()) {
          return null;
        }
        int from = at;
        at = Math.min(rows(), from + ROWS_PER_CHUNK);
        return from == 0 && at == rows() ? all : slice(from, at);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public String toString() {
    return "Table of "
        + rows()
        + (rows() == 1 ? " row" : " rows")
        + " with columns "
        + Names.list(columns().stream().map(Column::name).toList());
  }
}
