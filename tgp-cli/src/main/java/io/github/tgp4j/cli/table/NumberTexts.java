package io.github.tgp4j.cli.table;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * Columns of texts that are all numbers to a person: with marks or blanks between thousands
 * (1,234.50), a currency (12 €), a percent sign (45%, which is read as 45), a unit after a blank
 * (12 kg) or a degree sign (20°C), or in parentheses as books have them, (1,234) for -1234. A
 * column of several currencies or units, of numbers with and without a unit or a percent sign,
 * where a number begins with a needless zero (01018), or where every one is in parentheses, stays
 * text. Where a few values are no such numbers ("12 €" and "sold"), the others are written as plain
 * numbers, and the column stays text: whoever learns from it decides what such texts are.
 */
final class NumberTexts {
  private static final String UNIT = "(€|\\$|£|¥|₹|%|EUR|USD|GBP|CHF|JPY|kr)";

  /** Of letters: 12 kg, but not 3D or 12a, which are names. */
  private static final String MEASURE = "([\\s\\x{00a0}\\x{202f}]+[A-Za-zµΩ°²³/]{1,8}|°[CFK]?)";

  private static final char MINUS = '−'; // as typesetters have it, beside the hyphen
  private static final String SIGN = "[-+" + MINUS + "]?";
  private static final String SIGNS = "€$£¥₹%A-Za-zµΩ°²³/";

  private static final double MOST = 0.9; // of the values, to be numbers with a few texts

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
    char other = decimal == '.' ? ',' : '.';
    return given.withTextsRead(
        column -> {
          Relation.Reading found = find(given, column, decimal, sample);
          return found != null || only ? found : find(given, column, other, sample);
        });
  }

  /** "12 €" is 12; null where too few values that are there are such numbers. */
  private Relation.Reading find(Relation given, String column, char decimal, long sample)
      throws SQLException {
    String sql =
        """
        SELECT count(*), count(*) FILTER (WHERE m),
          count(DISTINCT %1$s) FILTER (WHERE m),
          count(*) FILTER (WHERE m AND %2$s),
          arg_max(v, length(v)) FILTER (WHERE m),
          count(*) FILTER (WHERE m AND TRY_CAST(v AS DOUBLE) IS NULL),
          count(*) FILTER (WHERE m AND contains(v, '(')),
          count(*) FILTER (WHERE m AND regexp_matches(v, '^[^0-9]*0[0-9]'))
        FROM (SELECT %3$s AS v, %4$s AS m FROM %5$s WHERE %3$s IS NOT NULL %6$s)
        """
            .formatted(
                "nullif(regexp_replace(v, '[^" + SIGNS + "]', '', 'g'), '')",
                "regexp_matches(v, " + Sql.literal("%|" + MEASURE + "$") + ")",
                column,
                isNumber(column, decimal),
                given.aliased(),
                sample < 0 ? "" : "LIMIT " + sample);
    try (Statement statement = db.statement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      long count = result.getLong(1);
      long numbers = result.getLong(2);
      long measured = result.getLong(4); // in percent or in a unit: all of them, or none
      String text = result.getString(5);
      boolean all = numbers == count;
      boolean most = numbers > 0 && numbers >= MOST * count && result.getLong(3) <= 1;
      boolean marked = all || result.getLong(6) > 0; // else they are plain numbers
      boolean units = measured > 0 && measured < numbers;
      boolean codes = result.getLong(8) > 0; // 01018 is a place, not a number
      if (!most || !marked || units || codes || result.getLong(7) == numbers) {
        return null;
      }
      String digits =
          text.replace(MINUS, '-').replaceAll("[^0-9" + decimal + "-]", "").replace(decimal, '.');
      double value = Double.parseDouble(digits) * (text.contains("(") ? -1 : 1);
      return new Relation.Reading(
          all ? "DOUBLE" : "VARCHAR",
          all ? number(column, decimal) : plain(column, decimal),
          "numbers: \"" + text.strip() + "\" is " + brief(value));
    }
  }

  private static String brief(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }

  /** A number with this mark before its decimals, as SQL. */
  private static String pattern(char decimal) {
    String between = "[ '’\\x{00a0}\\x{202f}" + (decimal == '.' ? ',' : '.') + "]";
    String whole = "([0-9]{1,3}(" + between + "[0-9]{3})+|[0-9]+)";
    String mark = decimal == '.' ? "\\." : ",";
    String blanks = "[\\s\\x{00a0}\\x{202f}]*";
    String amount = UNIT + "?" + blanks + SIGN + whole + "(" + mark + "[0-9]+)?";
    String unsigned = UNIT + "?" + blanks + whole + "(" + mark + "[0-9]+)?";
    String after = "(" + blanks + UNIT + "|" + MEASURE + ")?";
    return Sql.literal(SIGN + blanks + amount + after + "|" + "\\(" + unsigned + after + "\\)");
  }

  private static String isNumber(String column, char decimal) {
    return "regexp_full_match(trim(" + column + "), " + pattern(decimal) + ")";
  }

  /** The number in digits alone where it is one, else the text. */
  private static String plain(String column, char decimal) {
    return "CASE WHEN "
        + isNumber(column, decimal)
        + " THEN CAST("
        + digits(column, decimal)
        + " AS VARCHAR) ELSE "
        + column
        + " END";
  }

  private static String digits(String column, char decimal) {
    String signed = "replace(" + column + ", '" + MINUS + "', '-')";
    String digits = "regexp_replace(" + signed + ", '[^0-9" + decimal + "-]', '', 'g')";
    String sign = "CASE WHEN contains(" + column + ", '(') THEN -1 ELSE 1 END * ";
    return "(" + sign + "CAST(replace(" + digits + ", '" + decimal + "', '.') AS DOUBLE))";
  }

  private static String number(String column, char decimal) {
    return "CASE WHEN "
        + column
        + " IS NULL THEN NULL WHEN "
        + isNumber(column, decimal)
        + " THEN "
        + digits(column, decimal)
        + " ELSE "
        + Sql.unlikeTheFirst("a number", column)
        + " END";
  }
}
