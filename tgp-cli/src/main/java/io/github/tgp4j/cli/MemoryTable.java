package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.TableReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A whole table in memory, of which any rows can be read again and again. */
final class MemoryTable {
  private final Chunk all;

  private MemoryTable(Chunk all) {
    this.all = all;
  }

  /** Reads everything. */
  static MemoryTable of(TableReader reader) {
    List<Chunk> chunks = new ArrayList<>();
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      chunks.add(chunk);
    }
    int rows = chunks.stream().mapToInt(Chunk::rows).sum();
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
    return new MemoryTable(new Chunk(reader.columns(), rows, values));
  }

  Chunk all() {
    return all;
  }

  int rows() {
    return all.rows();
  }

  List<Column> columns() {
    return all.columns();
  }

  /** Some of the rows, in the order given. */
  Chunk select(int[] rows) {
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
    return new Chunk(all.columns(), rows.length, values);
  }

  /** A reader of one chunk. */
  static TableReader reader(Chunk chunk) {
    return new TableReader() {
      private Chunk next = chunk;

      @Override
      public List<Column> columns() {
        return chunk.columns();
      }

      @Override
      public Chunk next() {
        Chunk out = next;
        next = null;
        return out;
      }

      @Override
      public void close() {}
    };
  }
}
