package io.github.tgp4j.cli.table;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TableReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A table that DuckDB reads, in the order of its rows, without ever holding all of it. */
public final class DuckTable implements TableReader {
  private static final int CHUNK_ROWS = 8192;

  private final DuckDb db;
  private final Relation relation;
  private final List<Column> columns;
  private final Statement statement;
  private final ResultSet rows;
  private long read;
  private boolean ended;
  private boolean closed;
  private Chunk first;

  /** Takes over the connection, and closes it where this fails. */
  DuckTable(DuckDb db, Relation relation) {
    this.db = db;
    this.relation = relation;
    this.columns = relation.columns();
    try {
      this.statement = db.statement();
      this.rows = statement.executeQuery(relation.selectWithEnd());
    } catch (SQLException e) {
      throw DuckErrors.of(relation.source(), e);
    }
    this.first = read();
    if (first == null) {
      throw new TableException(
          relation.source() + ": has columns (" + columns.size() + ") but no rows");
    }
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  /** What was changed on reading, such as names that were there twice, for people. */
  @Override
  public List<String> notes() {
    return relation.notes();
  }

  @Override
  public Chunk next() {
    Chunk chunk = first == null ? read() : first;
    first = null;
    return chunk;
  }

  private Chunk read() {
    if (ended) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (Column column : columns) {
      values.add(
          column.type() == ColumnType.CATEGORY ? new String[CHUNK_ROWS] : new double[CHUNK_ROWS]);
    }
    Object[] arrays = values.toArray();
    int n = 0;
    try {
      while (n < CHUNK_ROWS) {
        if (!rows.next()) {
          throw new SQLException("the rows end too early");
        }
        if (rows.getDouble(arrays.length + 1) > 0) {
          ended = true;
          break;
        }
        for (int j = 0; j < arrays.length; j++) {
          if (arrays[j] instanceof double[] numbers) {
            double x = rows.getDouble(j + 1);
            numbers[n] = x == 0 && rows.wasNull() ? Double.NaN : x;
          } else {
            ((String[]) arrays[j])[n] = rows.getString(j + 1);
          }
        }
        n++;
      }
    } catch (SQLException e) {
      throw diagnosed(e);
    }
    if (n == 0) {
      return null;
    }
    Chunk chunk = new Chunk(columns, n, values, read);
    read += n;
    return chunk;
  }

  /** A broken stream says no more than that it broke; asked for all at once, DuckDB says why. */
  private TableException diagnosed(SQLException broken) {
    StringBuilder counts = new StringBuilder();
    for (int j = 0; j < columns.size(); j++) {
      counts.append(j == 0 ? "" : ", ").append("count(d").append(j).append(')');
    }
    String names = counts.toString().replaceAll("count\\((d\\d+)\\)", "$1");
    try (Statement again = db.statement();
        ResultSet result =
            again.executeQuery(
                "SELECT " + counts + " FROM (" + relation.select() + ") AS s(" + names + ")")) {
      result.next();
    } catch (SQLException e) {
      return DuckErrors.of(relation.source(), e);
    }
    return DuckErrors.of(relation.source(), broken);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      rows.close();
      statement.close();
    } catch (SQLException e) {
      throw DuckErrors.of(relation.source(), e);
    } finally {
      db.close();
    }
  }
}
