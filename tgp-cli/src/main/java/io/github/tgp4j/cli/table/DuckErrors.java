package io.github.tgp4j.cli.table;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB's messages, which advise on options of DuckDB, in the words of this command. */
final class DuckErrors {
  private static final Pattern LINE = Pattern.compile("CSV Error on Line: (\\d+)");
  private static final Pattern COUNTS =
      Pattern.compile("Expected Number of Columns: (\\d+) Found: (\\d+)");
  private static final Pattern CONVERSION =
      Pattern.compile(
          "Error when converting column \"(.*)\"\\. Could not convert string \"(.*)\" to '(\\w+)",
          Pattern.DOTALL);

  private DuckErrors() {}

  /** The exception for a failure while reading {@code source}. */
  static TableException of(String source, SQLException e) {
    String message = String.valueOf(e.getMessage());
    Matcher at = LINE.matcher(message);
    String line = at.find() ? "line " + at.group(1) + ": " : "";
    Matcher counts = COUNTS.matcher(message);
    if (counts.find()) {
      return error(
          source,
          line
              + "expected "
              + counts.group(1)
              + " values, as in the first line, but got "
              + counts.group(2)
              + "; correct the line (a value that holds the delimiter needs quotes)",
          e);
    }
    Matcher conversion = CONVERSION.matcher(message);
    if (conversion.find()) {
      return error(
          source,
          line
              + "column "
              + conversion.group(1)
              + ": expected "
              + kind(conversion.group(3))
              + ", as in the first rows, but got \""
              + conversion.group(2)
              + "\"; correct the value, or look at all rows for the types with --infer-all",
          e);
    }
    if (message.contains("not utf-8") || message.contains("Invalid unicode")) {
      return error(
          source,
          line + "is not UTF-8 text; name its encoding, such as --encoding windows-1252",
          e);
    }
    if (message.contains("unterminated quote") || message.contains("quote should be followed")) {
      return error(source, line + "a quote (\") is not closed or stands alone; correct it", e);
    }
    return error(source, line + shortened(message), e);
  }

  private static String kind(String type) {
    return switch (type) {
      case "DOUBLE" -> "a number";
      case "BOOLEAN" -> "true or false";
      case "DATE", "TIME", "TIMESTAMP" -> "a date or time";
      default -> type;
    };
  }

  private static TableException error(String source, String what, SQLException e) {
    return new TableException(source + ": " + what, e);
  }

  /** The first line of a message, without its class, and the names DuckDB suggests. */
  static String shortened(String message) {
    String[] lines = message.strip().split("\n");
    StringBuilder text = new StringBuilder(lines[0].replaceFirst("^[A-Z][A-Za-z ]* Error: ", ""));
    for (int i = 1; i < lines.length; i++) {
      if (lines[i].startsWith("Candidate bindings") || lines[i].startsWith("Did you mean")) {
        text.append(' ').append(lines[i].strip());
      }
    }
    return text.length() > 500 ? text.substring(0, 500) + "…" : text.toString();
  }
}
