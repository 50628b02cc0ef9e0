package io.github.tgp4j.cli.table;

/** Text put safely into SQL. */
final class Sql {
  private Sql() {}

  /** A string literal. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A quoted identifier. */
  static String identifier(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
