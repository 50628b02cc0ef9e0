package io.github.tgp4j.auto;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.rows.RowOrder;
import io.github.tgp4j.text.Names;
import java.util.List;

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

  @Override
  public String toString() {
    if (order == RowOrder.RANDOM) {
      return "random";
    }
    String name = order == RowOrder.TIME ? "time" : "group";
    return column == null ? name : name + "=" + column;
  }
}
