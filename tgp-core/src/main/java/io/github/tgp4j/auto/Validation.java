package io.github.tgp4j.auto;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.Table;
import io.github.tgp4j.rows.OrderedParts;
import io.github.tgp4j.rows.Part;
import io.github.tgp4j.rows.RowOrder;
import io.github.tgp4j.text.Names;
import java.util.List;
import java.util.Optional;

/**
 * Which rows are held out to choose and to score: any, the latest, or whole groups.
 *
 * @param column of times or groups; null for any rows, or for the first input that is a time
 */
public record Validation(RowOrder order, String column) {
  /** Any rows. */
  public static final Validation RANDOM = new Validation(RowOrder.RANDOM, null);

  /** Of "random", "time", "time=COLUMN" or "group=COLUMN". */
  public static Validation of(String text) {
    String name = text.strip();
    if (name.equals("random")) {
      return RANDOM;
    }
    if (name.equals("time")) {
      return new Validation(RowOrder.TIME, null);
    }
    for (RowOrder order : List.of(RowOrder.TIME, RowOrder.GROUPS)) {
      String prefix = order == RowOrder.TIME ? "time=" : "group=";
      if (name.startsWith(prefix) && name.length() > prefix.length()) {
        return new Validation(order, name.substring(prefix.length()));
      }
    }
    throw new IllegalArgumentException(
        "validate: expected random, time, time=COLUMN or group=COLUMN but got " + text);
  }

  /** What to say of rows that have times and are held out at random. */
  public static Optional<String> hint(List<Column> inputs) {
    return inputs.stream()
        .filter(input -> input.type() == ColumnType.TIME)
        .findFirst()
        .map(
            input ->
                input.name()
                    + ": a time; rows are held out at random all the same. If new rows will be later"
                    + " than these, expect larger errors than the scores say, and validate by time"
                    + " (--validate time), which holds out the latest rows");
  }

  /** The column of times or groups in a table; null for any rows. */
  Column find(List<Column> table, List<Column> inputs) {
    if (order == RowOrder.RANDOM) {
      return null;
    }
    if (column == null) {
      return inputs.stream()
          .filter(input -> input.type() == ColumnType.TIME)
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "validate: expected a column of dates or times among the inputs but there is"
                          + " none; name a column with time=COLUMN"));
    }
    List<String> names = table.stream().map(Column::name).toList();
    int at = names.indexOf(column);
    if (at < 0) {
      throw new IllegalArgumentException("validate: " + Names.unknown("column", column, names));
    }
    if (order == RowOrder.TIME && table.get(at).type() == ColumnType.CATEGORY) {
      throw new IllegalArgumentException(
          "validate: expected times or numbers in the column " + column + " but it has texts");
    }
    return table.get(at);
  }

  /**
   * Parts of a table to test with: of times, blocks of the later half, each with all earlier rows
   * to train on; of groups, whole groups. Not for rows at random.
   *
   * @param inputs columns that a model takes
   * @param count of parts; fewer where there are fewer groups or times
   */
  public List<Part> folds(Table table, List<Column> inputs, int count, long seed) {
    RowKeys keys = new RowKeys(order, find(table.columns(), inputs));
    for (int i = 0; i < table.rows(); i++) {
      keys.add(table.all(), i);
    }
    return new OrderedParts(order, keys.all(), seed).folds(count);
  }

  @Override
  public String toString() {
    if (order == RowOrder.RANDOM) {
      return "random";
    }
    String name = order == RowOrder.TIME ? "time" : "group";
    return column == null ? name : name + "=" + column;
  }
}
