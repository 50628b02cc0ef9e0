package io.github.tgp4j.cli.table;

/** Text put safely into SQL. */
final class Sql {
  private Sql() {}

  /** A string literal. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** An error at a value that is not what those of the first rows are. */
  static String unlikeTheFirst(String expected, String column) {
    return "error('expected "
        + expected
        + ", as in the first rows, but got \"' || "
        + column
        + " || '\"; correct the value, or look at all rows for the types with --infer-all')";
  }

  /** A quoted identifier. */
  static String identifier(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
