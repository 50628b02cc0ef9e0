package io.github.tgp4j.cli.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds out what columns a file or a query has. */
final class Relations {
  /** Texts that mean a missing value in CSV. */
  static final List<String> MISSING =
      List.of("", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "?");

  /** Files up to this size (packed ones: a quarter) give their types by all rows. */
  private static final long SMALL_FILE = 8L << 20;

  private final DuckDb db;
  private final ReadOptions options;

  Relations(DuckDb db, ReadOptions options) {
    this.db = db;
    this.options = options;
  }

  Relation ofFile(Path file) {
    FileCheck.exists(file);
    FileKind kind = FileKind.of(file);
    refuseOptionsOfOthers(file, kind);
    try {
      return switch (kind) {
        case CSV -> csv(file);
        case JSON -> json(file);
        case PARQUET ->
            described(file.toString(), "(FROM read_parquet([" + db.literal(file) + "]))");
        case WORKBOOK -> workbook(file);
      };
    } catch (SQLException e) {
      throw DuckErrors.of(file + kindNote(kind), e);
    }
  }

  private void refuseOptionsOfOthers(Path file, FileKind kind) {
    if (kind != FileKind.CSV && !options.textOptions().isEmpty()) {
      throw new TableException(
          file + ": " + options.textOptions().get(0) + " is for text files; leave it out");
    }
    if (kind != FileKind.WORKBOOK && options.sheet() != null) {
      throw new TableException(file + ": --sheet is for .xlsx workbooks; leave it out");
    }
  }

  private static String kindNote(FileKind kind) {
    return switch (kind) {
      case CSV, WORKBOOK -> "";
      case JSON -> ": broken JSON";
      case PARQUET -> ": broken Parquet file";
    };
  }

  Relation ofSql(String sql) {
    String query = sql.strip().replaceFirst(";\\s*$", "");
    try {
      refuseOtherThanOneSelect(query);
      return described("--sql", "(" + query + "\n)");
    } catch (SQLException e) {
      throw DuckErrors.of("--sql", e);
    }
  }

  /** A query is put into others: two of them, or one that writes, would be run on the way. */
  private void refuseOtherThanOneSelect(String query) throws SQLException {
    String parsed = "json_serialize_sql(" + Sql.literal(query) + ")";
    try (Statement statement = db.statement();
        ResultSet row =
            statement.executeQuery(
                "SELECT j->>'error_message', j->>'error_type', json_array_length(j->'statements')"
                    + " FROM (SELECT "
                    + parsed
                    + "::JSON AS j)")) {
      row.next();
      String message = row.getString(1);
      if (message != null && !row.getString(2).equals("not implemented")) {
        throw new TableException("--sql: " + message);
      }
      if (message != null || row.getInt(3) != 1) {
        throw new TableException(
            "--sql: expected one SELECT but got "
                + (message != null ? "another statement" : row.getInt(3) + " statements")
                + "; only queries are run, one at a time");
      }
    }
  }

  private Relation json(Path file) throws SQLException {
    String head = FileCheck.head(file).stripLeading();
    if (!head.startsWith("{") && !head.startsWith("[")) {
      throw new TableException(
          file
              + ": expected JSON objects, one per line or in a list, but it starts with \""
              + head.substring(0, Math.min(20, head.length())).split("\\R", 2)[0]
              + "\"");
    }
    JsonDepth.check(file);
    String from =
        "(FROM read_json(["
            + db.literal(file)
            + "], compression="
            + Sql.literal(FileKind.isGzip(file) ? "gzip" : "uncompressed")
            + ", sample_size="
            + sample(file)
            + "))";
    return described(file.toString(), from);
  }

  private Relation described(String source, String from) throws SQLException {
    List<String> names = new ArrayList<>();
    List<String> types = new ArrayList<>();
    try (Statement statement = db.statement();
        ResultSet rows = statement.executeQuery("DESCRIBE SELECT * FROM " + from + " AS t")) {
      while (rows.next()) {
        names.add(rows.getString(1));
        types.add(rows.getString(2));
      }
    }
    return options.asText()
        ? new Relation(source, asText(from, types.size()), names, texts(types), List.of())
        : new Relation(source, from, names, types, List.of()).withoutNested();
  }

  private static List<String> texts(List<String> types) {
    return Collections.nCopies(types.size(), "VARCHAR");
  }

  /** Every column cast to text. */
  private static String asText(String from, int columns) {
    StringBuilder casts = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      casts.append(i == 0 ? "" : ", ").append("CAST(c").append(i).append(" AS VARCHAR)");
      names.append(i == 0 ? "" : ", ").append('c').append(i);
    }
    return "(SELECT " + casts + " FROM " + from + " AS s(" + names + "))";
  }

  private Relation csv(Path given) throws SQLException {
    FileCheck.head(given); // refuses what is no text
    List<String> notes = new ArrayList<>();
    Path copy = db.scratchFile("utf-8.csv");
    Path file = TextEncoding.asUtf8(given, options.encoding(), copy, notes);
    try {
      return csv(file, given.toString(), notes);
    } catch (TableException e) { // of the file that was given, not of a copy
      throw new TableException(e.getMessage().replace(file.toString(), given.toString()), e);
    }
  }

  /** A sheet is copied to a text file and read from there. */
  private Relation workbook(Path given) throws SQLException {
    List<String> notes = new ArrayList<>();
    Path file = db.scratchFile("sheet.csv");
    try (Workbook book = Workbook.open(given)) {
      Workbook.Sheet sheet = book.sheet(options.sheet());
      if (options.sheet() == null && book.visibleSheets() > 1) {
        notes.add(
            "read from sheet %s, the first of %d (--sheet NAME takes another)"
                .formatted(sheet.name(), book.visibleSheets()));
      }
      SheetCopy copy = book.copy(sheet, file);
      notes.addAll(copy.notes());
      CsvHeader header = CsvHeader.ofNames(copy.names());
      return new Relations(db, options.ofCopy()).csv(file, header, given.toString(), notes);
    } catch (TableException e) {
      throw new TableException(e.getMessage().replace(file.toString(), given.toString()), e);
    }
  }

  private Relation csv(Path file, String source, List<String> notes) throws SQLException {
    CsvHeader header = CsvHeader.of(file, FileCheck.head(file), options.delimiter());
    return csv(file, header, source, notes);
  }

  private Relation csv(Path file, CsvHeader header, String source, List<String> notes)
      throws SQLException {
    notes.addAll(header.notes());
    if (options.asText()) {
      List<String> texts = Collections.nCopies(header.names().size(), "VARCHAR");
      String from = from(dialect(file, header, '.'), header.names(), texts, "");
      return new Relation(source, from, header.names(), texts, notes);
    }
    Sniffed seen = sniff(file, header, options.decimal() == null ? '.' : options.decimal());
    if (seen.types.size() != header.names().size()) {
      String found = seen.types.size() + " values in the rows but " + header.names().size();
      throw new TableException(file + ": " + found + " names in line 1; correct line 1");
    }
    if (options.decimal() == null && header.delimiter() != ',' && seen.types.contains("VARCHAR")) {
      Sniffed other = sniff(file, header, ',');
      List<String> gained = other.numbersBeside(seen, header.names());
      if (!gained.isEmpty()) {
        seen = other;
        notes.add(
            "decimal commas in "
                + String.join(", ", gained)
                + ": read as numbers (--decimal . takes them for text)");
      }
    }
    String from = from(seen.dialect, header.names(), seen.types, seen.formats);
    Relation relation = new Relation(source, from, header.names(), seen.types, notes);
    char mark = seen.decimal;
    long sample = sample(file);
    Relation times = new TimeTexts(db).read(relation, sample);
    return new NumberTexts(db).read(times, mark, options.decimal() != null, sample);
  }

  /** How a text file can be read: its dialect, types and formats of dates, as SQL. */
  private record Sniffed(String dialect, List<String> types, String formats, char decimal) {
    /** The columns that are numbers here and texts there; none if one is the other way round. */
    List<String> numbersBeside(Sniffed other, List<String> names) {
      List<String> gained = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        boolean here = types.get(i).equals("DOUBLE");
        boolean there = other.types.get(i).equals("DOUBLE");
        if (there && !here) {
          return List.of();
        }
        if (here && !there) {
          gained.add(names.get(i));
        }
      }
      return gained;
    }
  }

  private Sniffed sniff(Path file, CsvHeader header, char decimal) throws SQLException {
    String dialect = dialect(file, header, decimal);
    List<String> types = new ArrayList<>();
    try (Statement statement = db.statement();
        ResultSet sniffed =
            statement.executeQuery(
                "SELECT list_transform(Columns, c -> c.type), DateFormat, TimestampFormat"
                    + " FROM sniff_csv("
                    + dialect
                    + ", sample_size="
                    + sample(file)
                    + ")")) {
      sniffed.next();
      for (Object type : (Object[]) sniffed.getArray(1).getArray()) {
        types.add(csvType((String) type));
      }
      String formats =
          format("dateformat", sniffed.getString(2))
              + format("timestampformat", sniffed.getString(3));
      return new Sniffed(dialect, types, formats, decimal);
    } catch (SQLException e) {
      throw located(file, header, dialect, e);
    }
  }

  /**
   * Whole numbers are read as doubles, so that a later 2.5 in a column of them is no error; yes and
   * no, true and false stay the texts that they are in the file.
   */
  private static String csvType(String type) {
    if (type.equals("BOOLEAN")) {
      return "VARCHAR";
    }
    return type.endsWith("INT") || type.equals("INTEGER") ? "DOUBLE" : type;
  }

  private static String format(String option, String format) {
    return format == null || format.isEmpty() ? "" : ", " + option + "=" + Sql.literal(format);
  }

  private static String from(
      String dialect, List<String> names, List<String> types, String formats) {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      columns.append(i == 0 ? "" : ", ").append(Sql.literal(names.get(i)));
      columns.append(": ").append(Sql.literal(types.get(i)));
    }
    return "read_csv(" + dialect + ", auto_detect=false, columns={" + columns + "}" + formats + ")";
  }

  private String dialect(Path file, CsvHeader header, char decimal) {
    if (decimal == header.delimiter()) {
      throw new TableException(
          file + ": --decimal and the delimiter: expected two marks but both are " + decimal);
    }
    return db.literal(file)
        + ", delim="
        + Sql.literal(String.valueOf(header.delimiter()))
        + ", decimal_separator="
        + Sql.literal(String.valueOf(decimal))
        + ", compression="
        + Sql.literal(FileKind.isGzip(file) ? "gzip" : "none")
        + ", quote='\"', escape='\"', header=true, skip=0, comment='', null_padding=false,"
        + " ignore_errors=false, strict_mode=true, nullstr=["
        + String.join(", ", MISSING.stream().map(Sql::literal).toList())
        + "]";
  }

  /** The sniffer says only that it failed; reading all as text says in which line. */
  private TableException located(
      Path file, CsvHeader header, String dialect, SQLException sniffing) {
    List<String> texts = Collections.nCopies(header.names().size(), "VARCHAR");
    String from = from(dialect, header.names(), texts, "");
    try (Statement statement = db.statement();
        ResultSet rows = statement.executeQuery("SELECT * FROM " + from)) {
      while (rows.next()) {
        // only to find the line that cannot be read
      }
    } catch (SQLException e) {
      return DuckErrors.of(file.toString(), e);
    }
    return DuckErrors.of(file.toString(), sniffing);
  }

  private long sample(Path file) {
    try {
      long size = Files.size(file) * (FileKind.isGzip(file) ? 4 : 1);
      return options.inferAll() || size <= SMALL_FILE ? -1 : ReadOptions.SAMPLE_ROWS;
    } catch (IOException e) {
      throw new TableException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
