package io.github.tgp4j.data;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Makes a {@link Table} column by column, in the order of the calls. Arrays are copied. Null, NaN
 * and blank texts are missing values.
 */
public final class TableBuilder {
  private final List<Column> columns = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();
  private int rows = -1;

  TableBuilder() {}

  /** Texts that name a kind. */
  public TableBuilder category(String name, String... texts) {
    return add(name, ColumnType.CATEGORY, texts.clone(), texts.length);
  }

  /** Two kinds, "true" and "false". */
  public TableBuilder category(String name, boolean[] flags) {
    String[] texts = new String[flags.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Boolean.toString(flags[i]);
    }
    return add(name, ColumnType.CATEGORY, texts, texts.length);
  }

  /** Two kinds, "true" and "false", of which some may be missing. */
  public TableBuilder category(String name, Boolean[] flags) {
    String[] texts = new String[flags.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = flags[i] == null ? null : flags[i].toString();
    }
    return add(name, ColumnType.CATEGORY, texts, texts.length);
  }

  /** Numbers. */
  public TableBuilder number(String name, double... numbers) {
    return add(name, ColumnType.NUMBER, numbers.clone(), numbers.length);
  }

  /** Whole numbers. */
  public TableBuilder number(String name, int[] numbers) {
    double[] doubles = new double[numbers.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = numbers[i];
    }
    return add(name, ColumnType.NUMBER, doubles, doubles.length);
  }

  /** Whole numbers; beyond 2⁵³ the nearest double stands for them. */
  public TableBuilder number(String name, long[] numbers) {
    double[] doubles = new double[numbers.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = numbers[i];
    }
    return add(name, ColumnType.NUMBER, doubles, doubles.length);
  }

  /** Numbers of any class ({@code Double[]}, {@code Integer[]} …), of which some may be missing. */
  public TableBuilder number(String name, Number[] numbers) {
    double[] doubles = new double[numbers.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = numbers[i] == null ? Double.NaN : numbers[i].doubleValue();
    }
    return add(name, ColumnType.NUMBER, doubles, doubles.length);
  }

  /** Moments. */
  public TableBuilder time(String name, Instant... times) {
    return times(name, times, TableBuilder::seconds);
  }

  /** Dates with a time of day, in UTC. */
  public TableBuilder time(String name, LocalDateTime[] times) {
    return times(name, times, time -> seconds(time.toInstant(ZoneOffset.UTC)));
  }

  /** Dates. */
  public TableBuilder time(String name, LocalDate[] dates) {
    return times(name, dates, date -> 86400.0 * date.toEpochDay());
  }

  private <T> TableBuilder times(String name, T[] times, Function<T, Double> seconds) {
    double[] doubles = new double[times.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = times[i] == null ? Double.NaN : seconds.apply(times[i]);
    }
    return add(name, ColumnType.TIME, doubles, doubles.length);
  }

  private static double seconds(Instant time) {
    return time.getEpochSecond() + 1e-9 * time.getNano();
  }

  /** A column of one value, whose class says what it is. */
  TableBuilder single(String name, Object value) {
    if (value == null || value instanceof CharSequence || value instanceof Boolean) {
      return category(name, new String[] {value == null ? null : value.toString()});
    }
    if (value instanceof Enum<?> constant) {
      return category(name, constant.name());
    }
    if (value instanceof Number number) {
      return number(name, number.doubleValue());
    }
    if (value instanceof Instant time) {
      return time(name, time);
    }
    if (value instanceof OffsetDateTime time) {
      return time(name, time.toInstant());
    }
    if (value instanceof ZonedDateTime time) {
      return time(name, time.toInstant());
    }
    if (value instanceof LocalDateTime time) {
      return time(name, new LocalDateTime[] {time});
    }
    if (value instanceof LocalDate date) {
      return time(name, new LocalDate[] {date});
    }
    throw new IllegalArgumentException(
        "column "
            + name
            + ": expected a number, a text, true or false, or a time but got a "
            + value.getClass().getName());
  }

  private TableBuilder add(String name, ColumnType type, Object array, int length) {
    Objects.requireNonNull(name, "name");
    if (rows >= 0 && length != rows) {
      throw new IllegalArgumentException(
          "table: expected "
              + rows
              + " values, as column "
              + columns.get(0).name()
              + " has, but column "
              + name
              + " has "
              + length);
    }
    if (columns.stream().anyMatch(column -> column.name().equals(name))) {
      throw new IllegalArgumentException(
          "table: two columns are called " + name + "; rename one of them");
    }
    rows = length;
    columns.add(new Column(name, type));
    values.add(array);
    return this;
  }

  /** The table. */
  public Table build() {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("table: expected at least one column but got none");
    }
    return new Table(new Chunk(columns, rows, values));
  }
}
