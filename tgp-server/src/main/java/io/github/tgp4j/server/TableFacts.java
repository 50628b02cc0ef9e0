package io.github.tgp4j.server;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.TableReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What is in a table, for people who decide what to do with it: one pass over it, then another. */
final class TableFacts {
  private static final int SHOWN_ROWS = 20;

  private TableFacts() {}

  /** Columns with types, missing values, histograms and what a fit would do with them. */
  static Map<String, Object> of(StoredTable table, Supplier<? extends TableReader> open) {
    List<ColumnFacts> columns = new ArrayList<>();
    List<List<Object>> shown = new ArrayList<>();
    List<String> notes;
    long rows = 0;
    try (TableReader reader = open.get()) {
      for (Column column : reader.columns()) {
        columns.add(new ColumnFacts(column));
      }
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        for (int c = 0; c < columns.size(); c++) {
          columns.get(c).add(chunk, c);
        }
        rows += chunk.rows();
        for (int i = 0; i < chunk.rows() && shown.size() < SHOWN_ROWS; i++) {
          shown.add(row(chunk, i));
        }
      }
      notes = List.copyOf(reader.notes());
    }
    try (TableReader reader = open.get()) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        for (int c = 0; c < columns.size(); c++) {
          columns.get(c).count(chunk, c);
        }
      }
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("table", table.id());
    out.put("name", table.name());
    out.put("created", table.created());
    out.put("rows", rows);
    out.put("columns", columns.stream().map(ColumnFacts::asMap).toList());
    out.put("notes", notes);
    out.put("first", shown);
    return out;
  }

  /** A row's values as they are shown: numbers, texts, times as texts, null where missing. */
  static List<Object> row(Chunk chunk, int i) {
    List<Object> out = new ArrayList<>();
    for (int c = 0; c < chunk.columns().size(); c++) {
      out.add(value(chunk, c, i));
    }
    return out;
  }

  private static Object value(Chunk chunk, int c, int i) {
    return switch (chunk.columns().get(c).type()) {
      case NUMBER -> Double.isFinite(chunk.numbers(c)[i]) ? chunk.numbers(c)[i] : null;
      case TIME -> ModelFacts.text(chunk.numbers(c)[i]);
      case CATEGORY -> chunk.texts(c)[i];
    };
  }
}
