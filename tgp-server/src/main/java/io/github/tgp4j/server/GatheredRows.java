package io.github.tgp4j.server;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows that come as JSON objects, by column name; only columns that someone wants are kept. */
final class GatheredRows {
  private static final int FEW = 4;
  private static final int LONGEST_TEXT = 100_000;

  private final Set<String> wanted;
  private final Map<String, GatheredColumn> columns = new LinkedHashMap<>();
  private int rows;

  GatheredRows(Set<String> wanted) {
    this.wanted = wanted;
  }

  int rows() {
    return rows;
  }

  /** Reads one row, an object. */
  void add(JsonReader reader) throws IOException {
    if (reader.peek() != JsonToken.BEGIN_OBJECT) {
      throw ApiException.badRequest(
          "row "
              + (rows + 1)
              + ": expected an object of values by column name but got "
              + JsonTree.words(reader.peek()));
    }
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (!wanted.contains(name)) {
        reader.skipValue();
        continue;
      }
      value(column(name), name, reader);
    }
    reader.endObject();
    rows++;
  }

  /** Column with missing values up to this row. */
  private GatheredColumn column(String name) {
    GatheredColumn column = columns.get(name);
    if (column == null) {
      column = new GatheredColumn(name, FEW);
      columns.put(name, column);
    }
    if (column.size() > rows) {
      throw ApiException.badRequest(
          "row " + (rows + 1) + ": " + name + " is there twice; leave one out");
    }
    column.fillTo(rows);
    return column;
  }

  private void value(GatheredColumn column, String name, JsonReader reader) throws IOException {
    add(column, reader, "row " + (rows + 1) + ", " + name);
  }

  /** Reads one value. */
  static void add(GatheredColumn column, JsonReader reader, String place) throws IOException {
    switch (reader.peek()) {
      case NUMBER -> {
        String literal = reader.nextString();
        double number = Double.parseDouble(literal);
        if (Double.isInfinite(number)) {
          throw ApiException.badRequest(
              place + ": expected a number up to 1.8e308 but got a larger one");
        }
        column.addNumber(number, literal);
      }
      case STRING -> {
        String text = reader.nextString();
        if (text.length() > LONGEST_TEXT) {
          throw ApiException.badRequest(
              place + ": expected a text of at most 100000 characters but got " + text.length());
        }
        if (text.equals("NaN") && reader.getStrictness() == Strictness.LENIENT) {
          column.addMissing();
        } else {
          column.addText(text);
        }
      }
      case BOOLEAN -> column.addText(Boolean.toString(reader.nextBoolean()));
      case NULL -> {
        reader.nextNull();
        column.addMissing();
      }
      default ->
          throw ApiException.badRequest(
              place
                  + ": expected a number, a text, true, false or null but got "
                  + JsonTree.words(reader.peek()));
    }
  }

  /**
   * All rows so far.
   *
   * @param firstRow place of the first in its stream, for messages
   */
  Chunk chunk(long firstRow) {
    List<Column> kinds = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (GatheredColumn column : columns.values()) {
      column.fillTo(rows);
      kinds.add(column.column());
      values.add(column.values());
    }
    return new Chunk(kinds, rows, values, firstRow);
  }
}
