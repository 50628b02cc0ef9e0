package io.github.tgp4j.cli.table;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What to select from and the columns it has. Columns are selected by place, never by name, so
 * names may be anything.
 *
 * @param source for messages
 * @param from SQL of a relation
 * @param names of its columns
 * @param types of its columns, in DuckDB's words
 */
record Relation(
    String source, String from, List<String> names, List<String> types, List<String> notes) {

  List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), type(i)));
    }
    return List.copyOf(columns);
  }

  /** Selects all columns as DOUBLE or VARCHAR, times as seconds since 1970. */
  String select() {
    StringBuilder items = new StringBuilder();
    StringBuilder aliases = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      String separator = i == 0 ? "" : ", ";
      aliases.append(separator).append('c').append(i);
      items.append(separator).append(item(i));
    }
    return "SELECT " + items + " FROM " + from + " AS t(" + aliases + ")";
  }

  /** The table for FROM, with columns called c0, c1 … */
  String aliased() {
    List<String> aliases = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      aliases.add("c" + i);
    }
    return from + " AS s(" + String.join(", ", aliases) + ")";
  }

  /** The same without lists and structures, and a note for each; at least one column stays. */
  Relation withoutNested() {
    List<Integer> kept =
        IntStream.range(0, names.size()).filter(i -> kind(i) != null).boxed().toList();
    if (kept.isEmpty() || kept.size() == names.size()) {
      return this;
    }
    List<String> newNotes = new ArrayList<>(notes);
    for (int i = 0; i < names.size(); i++) {
      if (kind(i) == null) {
        newNotes.add(
            names.get(i)
                + ": lists or structures ("
                + types.get(i)
                + "), left out; --sql can take them apart");
      }
    }
    String items = String.join(", ", kept.stream().map(i -> "c" + i).toList());
    return new Relation(
        source,
        "(SELECT " + items + " FROM " + aliased() + ")",
        kept.stream().map(names::get).toList(),
        kept.stream().map(types::get).toList(),
        newNotes);
  }

  /** What the texts of a column are. */
  interface TextReader {
    /** Of the column of this name in {@link #aliased}; null where its texts stay texts. */
    Reading read(String column) throws SQLException;
  }

  /**
   * Texts that are something else to a person.
   *
   * @param type in DuckDB's words
   * @param expression that reads them
   * @param note what they are read as, with an example
   */
  record Reading(String type, String expression, String note) {}

  /** The same with columns of texts as a reader takes them, and notes that say so. */
  Relation withTextsRead(TextReader reader) throws SQLException {
    List<String> newTypes = new ArrayList<>(types);
    List<String> newNotes = new ArrayList<>(notes);
    List<String> items = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < names.size(); i++) {
      String column = "c" + i;
      Reading reading = types.get(i).equals("VARCHAR") ? reader.read(column) : null;
      items.add(reading == null ? column : reading.expression());
      if (reading != null) {
        any = true;
        newTypes.set(i, reading.type());
        newNotes.add(names.get(i) + ": read as " + reading.note());
      }
    }
    String select = "(SELECT " + String.join(", ", items) + " FROM " + aliased() + ")";
    return any ? new Relation(source, select, names, newTypes, newNotes) : this;
  }

  /**
   * The same with a last column that is 0, and one more row at the end where it is 1. DuckDB can
   * end a stream of rows at an error as if there were no more rows; without the last row it did.
   */
  String selectWithEnd() {
    String nulls = "NULL, ".repeat(names.size());
    return "SELECT *, 0::DOUBLE FROM (" + select() + ") UNION ALL SELECT " + nulls + "1::DOUBLE";
  }

  private String item(int i) {
    String type = types.get(i);
    String column = "c" + i;
    return switch (type(i)) {
      case NUMBER -> type.equals("DOUBLE") ? column : "CAST(" + column + " AS DOUBLE)";
      case TIME ->
          type.startsWith("TIME") && !type.startsWith("TIMESTAMP")
              ? "epoch(" + column + ")"
              : "CASE WHEN isfinite(" + column + ") THEN epoch(" + column + ") END";
      case CATEGORY -> {
        if (type.equals("JSON")) {
          yield column + " ->> '$'";
        }
        yield type.equals("VARCHAR") ? column : "CAST(" + column + " AS VARCHAR)";
      }
    };
  }

  private ColumnType type(int i) {
    ColumnType kind = kind(i);
    if (kind == null) {
      throw new TableException(
          source
              + ": column "
              + names.get(i)
              + ": expected numbers, texts or times but got "
              + types.get(i)
              + "; take it apart with --sql");
    }
    return kind;
  }

  /** Null for lists, structures and what else is no single value. */
  private ColumnType kind(int i) {
    String type = types.get(i).toUpperCase(Locale.ROOT);
    if (type.endsWith("]")) {
      return null;
    }
    return switch (type.replaceFirst("\\(.*", "")) {
      case "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL" ->
          ColumnType.NUMBER;
      case "BOOLEAN", "VARCHAR", "ENUM", "UUID", "JSON", "\"NULL\"" -> ColumnType.CATEGORY;
      case "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMP_S",
          "TIMESTAMP_MS",
          "TIMESTAMP_NS",
          "TIMESTAMP WITH TIME ZONE",
          "TIME WITH TIME ZONE" ->
          ColumnType.TIME;
      default -> null;
    };
  }
}
