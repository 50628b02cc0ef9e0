package io.github.tgp4j.cli.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns of texts that are all dates or times to a person, in one way of writing that DuckDB does
 * not try by itself: 14.03.2024 10:15, 3/14/2024 10:15 AM, Mar 14, 2024, 14-Mar-24, Feb 2024,
 * 2024-03-14T10:15+01:00. Where both 3/4/2024 in March and in April are possible, it is March.
 */
final class TimeTexts {
  private static final List<String> DAYS =
      List.of(
          "%d.%m.%Y",
          "%d.%m.%y",
          "%Y-%m-%d",
          "%Y/%m/%d",
          "%Y.%m.%d",
          "%d-%b-%Y",
          "%d-%b-%y",
          "%d %b %Y",
          "%d %B %Y",
          "%b %d, %Y",
          "%B %d, %Y",
          "%b %d %Y",
          "%B %d %Y",
          "%m/%d/%Y",
          "%d/%m/%Y",
          "%m/%d/%y",
          "%d/%m/%y",
          "%m-%d-%Y",
          "%d-%m-%Y");
  private static final List<String> HOURS =
      List.of("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p", "T%H:%M", "T%H:%M%z");
  private static final List<String> MONTHS =
      List.of("%Y-%m", "%Y/%m", "%m/%Y", "%b %Y", "%B %Y", "%b-%y", "%b-%Y");

  private static final int FIRST_YEAR = 1000; // 12-05 is no month of the year 12

  private final DuckDb db;

  TimeTexts(DuckDb db) {
    this.db = db;
  }

  /**
   * The relation with such columns as times.
   *
   * @param sample rows that decide; -1 for all
   */
  Relation read(Relation given, long sample) throws SQLException {
    return given.withTextsRead(column -> find(given, column, sample));
  }

  private Relation.Reading find(Relation given, String column, long sample) throws SQLException {
    for (String format : candidates(given, column)) {
      String example = example(given, column, format, sample);
      if (example != null) {
        String type = format.endsWith("%z") ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP";
        return new Relation.Reading(type, time(column, format), "times: " + example);
      }
    }
    return null;
  }

  private static List<String> formats() {
    List<String> all = new ArrayList<>(MONTHS);
    DAYS.forEach(day -> HOURS.forEach(hour -> all.add(day + hour)));
    return all;
  }

  /** The ways of writing in which the first value is a time. */
  private List<String> candidates(Relation given, String column) throws SQLException {
    String first = null;
    try (Statement statement = db.statement();
        ResultSet row =
            statement.executeQuery(
                "SELECT trim(%1$s) FROM %2$s WHERE %1$s IS NOT NULL LIMIT 1"
                    .formatted(column, given.aliased()))) {
      first = row.next() ? row.getString(1) : null;
    }
    List<String> found = new ArrayList<>();
    if (first == null || first.chars().noneMatch(Character::isDigit)) {
      return found;
    }
    List<String> formats = formats();
    List<String> tried = new ArrayList<>();
    formats.forEach(format -> tried.add(parsed("v", format) + " IS NOT NULL"));
    try (Statement statement = db.statement();
        ResultSet row =
            statement.executeQuery(
                "SELECT "
                    + String.join(", ", tried)
                    + " FROM (SELECT "
                    + Sql.literal(first)
                    + " AS v)")) {
      row.next();
      for (int k = 0; k < formats.size(); k++) {
        if (row.getBoolean(k + 1)) {
          found.add(formats.get(k));
        }
      }
    }
    return found;
  }

  /**
   * "14.03.2024 10:15" is 2024-03-14 10:15:00; null where a value that is there is no such time.
   */
  private String example(Relation given, String column, String format, long sample)
      throws SQLException {
    String sql =
        "SELECT count(*) = count(t), arg_max(v, t), CAST(max(t) AS VARCHAR) FROM (SELECT "
            + column
            + " AS v, "
            + parsed(column, format)
            + " AS t FROM "
            + given.aliased()
            + " WHERE "
            + column
            + " IS NOT NULL"
            + (sample < 0 ? "" : " LIMIT " + sample)
            + ")";
    try (Statement statement = db.statement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getBoolean(1)
          ? "\"" + row.getString(2).strip() + "\" is " + row.getString(3)
          : null;
    }
  }

  /** A time, or NULL. */
  private static String parsed(String text, String format) {
    String time = "try_strptime(trim(" + text + "), " + Sql.literal(format) + ")";
    return "CASE WHEN year(" + time + ") >= " + FIRST_YEAR + " THEN " + time + " END";
  }

  private static String time(String column, String format) {
    return "CASE WHEN "
        + column
        + " IS NULL THEN NULL ELSE coalesce("
        + parsed(column, format)
        + ", "
        + Sql.unlikeTheFirst("a time", column)
        + ") END";
  }
}
