package io.github.tgp4j.cli;

import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TableReader;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Columns that {@code predict} copies from the table. Their values are read a second time, as the
 * texts that they are in the file: a date stays as it was written, and a long number keeps all its
 * digits. Only Parquet and JSON get numbers as numbers, and the times of a query, which is not run
 * twice, are written out anew.
 */
final class KeptColumns implements AutoCloseable {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private final List<Column> columns;
  private final TableReader texts;
  private final boolean numbers;

  /**
   * Of a table.
   *
   * @param texts the table again, with every value as text; null where it cannot be read again
   * @param numbers whether numbers are written as numbers
   */
  KeptColumns(List<Column> columns, TableReader texts, boolean numbers) {
    this.columns = List.copyOf(columns);
    this.texts = texts;
    this.numbers = numbers || texts == null;
  }

  static KeptColumns none() {
    return new KeptColumns(List.of(), null, true);
  }

  List<OutputColumn> columns() {
    List<OutputColumn> out = new ArrayList<>();
    for (Column column : columns) {
      out.add(
          isNumber(column) ? OutputColumn.number(column.name()) : OutputColumn.text(column.name()));
    }
    return out;
  }

  private boolean isNumber(Column column) {
    return numbers && column.type() == ColumnType.NUMBER;
  }

  /** Their values in these rows, which must come in the order of the table. */
  List<Object> values(Chunk chunk) {
    if (columns.isEmpty()) {
      return List.of();
    }
    Chunk text = texts == null ? null : texts.next();
    if (texts != null
        && (text == null || text.rows() != chunk.rows() || text.firstRow() != chunk.firstRow())) {
      throw new UserException(
          "--keep: the table was changed while it was read; try again when it is complete");
    }
    List<Object> values = new ArrayList<>();
    for (Column column : columns) {
      int at = chunk.require(column.name());
      if (isNumber(column)) {
        values.add(chunk.numbers(at));
      } else if (text != null) {
        values.add(text.texts(text.require(column.name())));
      } else {
        values.add(
            column.type() == ColumnType.TIME
                ? times(chunk.numbers(at), chunk.rows())
                : chunk.texts(at));
      }
    }
    return values;
  }

  /** Seconds since 1970 as "2026-05-17 08:30:00". */
  private static String[] times(double[] seconds, int rows) {
    String[] out = new String[rows];
    for (int i = 0; i < rows; i++) {
      if (!Double.isNaN(seconds[i])) {
        LocalDateTime time =
            LocalDateTime.ofEpochSecond((long) Math.floor(seconds[i]), 0, ZoneOffset.UTC);
        out[i] = time.format(TIME);
      }
    }
    return out;
  }

  @Override
  public void close() {
    if (texts != null) {
      texts.close();
    }
  }
}
