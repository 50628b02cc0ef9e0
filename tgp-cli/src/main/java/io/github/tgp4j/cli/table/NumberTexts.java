package io.github.tgp4j.cli.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Columns of texts that are all numbers to a person: with marks between thousands (1,234.50), a
 * currency (12 €) or a percent sign (45%, which is read as 45). A column of several currencies, or
 * of numbers with and without a percent sign, stays text.
 */
final class NumberTexts {
  private static final String UNIT = "(€|\\$|£|¥|₹|%|EUR|USD|GBP|CHF|JPY|kr)";

  private final DuckDb db;

  NumberTexts(DuckDb db) {
    this.db = db;
  }

  /**
   * The relation with such columns as numbers.
   *
   * @param decimal the mark before decimals that is tried first
   * @param only whether the other mark is not tried
   * @param sample rows that decide; -1 for all
   */
  Relation read(Relation given, char decimal, boolean only, long sample) throws SQLException {
    List<String> types = new ArrayList<>(given.types());
    List<String> notes = new ArrayList<>(given.notes());
    List<String> items = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < types.size(); i++) {
      String column = "c" + i;
      items.add(column);
      if (types.get(i).equals("VARCHAR")) {
        char other = decimal == '.' ? ',' : '.';
        String example = example(given, column, decimal, sample);
        char mark = example == null && !only ? other : decimal;
        example = example == null && !only ? example(given, column, other, sample) : example;
        if (example != null) {
          any = true;
          types.set(i, "DOUBLE");
          items.set(i, number(column, mark));
          notes.add(given.names().get(i) + ": read as numbers: " + example);
        }
      }
    }
    if (!any) {
      return given;
    }
    String from = "(SELECT " + String.join(", ", items) + " FROM " + aliased(given) + ")";
    return new Relation(given.source(), from, given.names(), types, notes);
  }

  private static String aliased(Relation relation) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < relation.names().size(); i++) {
      names.add("c" + i);
    }
    return relation.from() + " AS s(" + String.join(", ", names) + ")";
  }

  /** "12 €" is 12; null where not all values that are there are such numbers. */
  private String example(Relation given, String column, char decimal, long sample)
      throws SQLException {
    String unit = "nullif(trim(regexp_replace(" + column + ", '[^€$£¥₹%A-Za-z]', '', 'g')), '')";
    String matches = "regexp_full_match(trim(" + column + "), " + pattern(decimal) + ")";
    String sql =
        "SELECT count(*), count(*) FILTER (WHERE "
            + matches
            + "), count(DISTINCT "
            + unit
            + "), count(*) FILTER (WHERE contains("
            + column
            + ", '%')), arg_max("
            + column
            + ", length("
            + column
            + ")) FROM (SELECT "
            + column
            + " FROM "
            + aliased(given)
            + " WHERE "
            + column
            + " IS NOT NULL"
            + (sample < 0 ? "" : " LIMIT " + sample)
            + ")";
    try (Statement statement = db.statement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      long count = result.getLong(1);
      long percents = result.getLong(4);
      String text = result.getString(5);
      boolean all = count > 0 && result.getLong(2) == count && result.getLong(3) <= 1;
      if (!all || percents > 0 && percents < count) {
        return null;
      }
      String digits = text.replaceAll("[^0-9" + decimal + "-]", "").replace(decimal, '.');
      return "\"" + text.strip() + "\" is " + brief(Double.parseDouble(digits));
    }
  }

  private static String brief(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }

  /** A number with this mark before its decimals, as SQL. */
  private static String pattern(char decimal) {
    String between = decimal == '.' ? "[,'’\\x{00a0}\\x{202f}]" : "[.'’\\x{00a0}\\x{202f}]";
    String whole = "([0-9]{1,3}(" + between + "[0-9]{3})+|[0-9]+)";
    String mark = decimal == '.' ? "\\." : ",";
    String blanks = "[\\s\\x{00a0}\\x{202f}]*";
    return Sql.literal(
        "[-+]?"
            + blanks
            + UNIT
            + "?"
            + blanks
            + "[-+]?"
            + whole
            + "("
            + mark
            + "[0-9]+)?"
            + blanks
            + UNIT
            + "?");
  }

  private static String number(String column, char decimal) {
    String digits = "regexp_replace(" + column + ", '[^0-9" + decimal + "-]', '', 'g')";
    return "CASE WHEN "
        + column
        + " IS NULL THEN NULL WHEN regexp_full_match(trim("
        + column
        + "), "
        + pattern(decimal)
        + ") THEN CAST(replace("
        + digits
        + ", '"
        + decimal
        + "', '.') AS DOUBLE) ELSE error('expected a number, as in the first rows, but got \"' || "
        + column
        + " || '\"; correct the value, or look at all rows for the types with --infer-all') END";
  }
}
