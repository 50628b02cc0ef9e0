package io.github.tgp4j.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.OptionalDouble;

/**
 * Values of a column as another type. The same column can be read as numbers from one file and as
 * texts from another, because types are inferred from what a file holds.
 */
final class Values {
  private Values() {}

  /** A column as numbers, missing ones NaN. */
  static double[] numbers(Chunk chunk, int column) {
    return switch (chunk.columns().get(column).type()) {
      case NUMBER -> chunk.numbers(column);
      case CATEGORY -> parsed(chunk, column);
      case TIME -> refuseValues(chunk, column, "a number", "a time");
    };
  }

  /** A column as seconds since 1970, missing ones NaN. */
  static double[] times(Chunk chunk, int column) {
    return switch (chunk.columns().get(column).type()) {
      case TIME -> chunk.numbers(column);
      case CATEGORY -> parsedTimes(chunk, column);
      case NUMBER -> refuseValues(chunk, column, "a date or time", "the number");
    };
  }

  private static double[] parsed(Chunk chunk, int column) {
    String[] texts = chunk.texts(column);
    double[] numbers = new double[chunk.rows()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.NaN;
      if (!isMissing(texts[i])) {
        OptionalDouble number = number(texts[i]);
        if (number.isEmpty()) {
          throw mismatch(chunk, column, i, "a number", "the text " + quoted(texts[i]));
        }
        numbers[i] = number.getAsDouble();
      }
    }
    return numbers;
  }

  private static double[] parsedTimes(Chunk chunk, int column) {
    String[] texts = chunk.texts(column);
    double[] seconds = new double[chunk.rows()];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = Double.NaN;
      if (!isMissing(texts[i])) {
        OptionalDouble time = time(texts[i]);
        if (time.isEmpty()) {
          throw mismatch(
              chunk, column, i, "a date or time such as 2024-05-31 17:30:00", quoted(texts[i]));
        }
        seconds[i] = time.getAsDouble();
      }
    }
    return seconds;
  }

  /** All missing is fine whatever the type; anything else is not. */
  static double[] refuseValues(Chunk chunk, int column, String expected, String got) {
    double[] numbers = chunk.numbers(column);
    for (int i = 0; i < chunk.rows(); i++) {
      if (!Double.isNaN(numbers[i])) {
        throw mismatch(chunk, column, i, expected, got + " " + text(numbers[i]));
      }
    }
    return numbers;
  }

  static IllegalArgumentException mismatch(
      Chunk chunk, int column, int row, String expected, String got) {
    return new IllegalArgumentException(
        chunk.place(column, row)
            + ": expected "
            + expected
            + ", as in training, but got "
            + got
            + "; correct the value or leave it empty");
  }

  static boolean isMissing(String text) {
    return text == null || text.isBlank();
  }

  /** The number that a text is, NaN and infinities among them; Java's own suffixes are refused. */
  static OptionalDouble number(String text) {
    String trimmed = text.trim();
    char last = trimmed.isEmpty() ? 'd' : trimmed.charAt(trimmed.length() - 1);
    boolean literal = "dDfF".indexOf(last) >= 0 || trimmed.indexOf('x') >= 0;
    if (literal || trimmed.indexOf('X') >= 0) {
      return OptionalDouble.empty();
    }
    try {
      return OptionalDouble.of(Double.parseDouble(trimmed));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** The finite number that a text is; NaN where it is none. Quick where it is a word. */
  static double numberOrNaN(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean possible = c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0;
      if (!possible && !Character.isWhitespace(c)) {
        return Double.NaN;
      }
    }
    double number = number(text).orElse(Double.NaN);
    return Double.isFinite(number) ? number : Double.NaN;
  }

  /** A column as numbers, missing ones and texts that are no numbers NaN. */
  static double[] numbersOrMissing(Chunk chunk, int column) {
    if (chunk.columns().get(column).type() != ColumnType.CATEGORY) {
      return numbers(chunk, column);
    }
    String[] texts = chunk.texts(column);
    double[] numbers = new double[chunk.rows()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = isMissing(texts[i]) ? Double.NaN : numberOrNaN(texts[i]);
    }
    return numbers;
  }

  /** Seconds since 1970 of an ISO date or time, with a blank or a T between; UTC without a zone. */
  static OptionalDouble time(String text) {
    String iso = text.trim().replace(' ', 'T');
    try {
      if (iso.indexOf('T') < 0) {
        return OptionalDouble.of(LocalDate.parse(iso).toEpochDay() * 86400.0);
      }
      boolean zoned = iso.matches(".*T.*(Z|[+-]\\d\\d(:\\d\\d)?)");
      LocalDateTime local;
      long offset = 0;
      if (zoned) {
        OffsetDateTime time = OffsetDateTime.parse(iso.replaceFirst("([+-]\\d\\d)$", "$1:00"));
        local = time.toLocalDateTime();
        offset = time.getOffset().getTotalSeconds();
      } else {
        local = LocalDateTime.parse(iso);
      }
      return OptionalDouble.of(
          local.toEpochSecond(ZoneOffset.UTC) - offset + local.getNano() * 1e-9);
    } catch (DateTimeParseException e) {
      return OptionalDouble.empty();
    }
  }

  /** The shortest text of a number; whole numbers without a point, as tables write them. */
  static String text(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /** A number in a message: five digits at most. */
  static String brief(double number) {
    return rounded(number, 5);
  }

  /** A number with so many digits at most, no zeros behind them; very long ones by a power. */
  static String rounded(double number, int digits) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits)).stripTrailingZeros();
    double size = Math.abs(number);
    return size == 0 || size >= 1e-6 && size < 1e12
        ? rounded.toPlainString()
        : Double.toString(rounded.doubleValue());
  }

  /** A value in a message, cut where long. */
  static String quoted(String text) {
    return "\"" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "\"";
  }
}
