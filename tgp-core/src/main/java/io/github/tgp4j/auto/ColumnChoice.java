package io.github.tgp4j.auto;

import io.github.tgp4j.data.Column;
import io.github.tgp4j.text.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * Which columns of a table are targets and which are inputs.
 *
 * @param targets in the user's order
 * @param inputs in the table's order
 */
public record ColumnChoice(List<Column> targets, List<Column> inputs) {
  /** Chooses by name; null means not said: the last column is the target, all others are inputs. */
  public static ColumnChoice of(
      List<Column> table, List<String> targets, List<String> features, List<String> exclude) {
    List<String> names = table.stream().map(Column::name).toList();
    List<Column> chosenTargets = new ArrayList<>();
    if (targets == null) {
      chosenTargets.add(table.get(table.size() - 1));
    } else {
      for (String name : targets) {
        Column column = find("target", name, table, names);
        if (chosenTargets.contains(column)) {
          throw new IllegalArgumentException("target: " + name + " is named twice");
        }
        chosenTargets.add(column);
      }
    }
    List<Column> inputs = new ArrayList<>();
    if (features == null) {
      inputs.addAll(table);
      inputs.removeAll(chosenTargets);
    } else {
      for (String name : features) {
        Column column = find("features", name, table, names);
        if (chosenTargets.contains(column)) {
          throw new IllegalArgumentException("features: " + name + " is the target; leave it out");
        }
        inputs.add(column);
      }
    }
    if (exclude != null) {
      for (String name : exclude) {
        inputs.remove(find("exclude", name, table, names));
      }
    }
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException(
          "no input columns: the table has "
              + Names.list(names)
              + "; expected at least one besides the target "
              + chosenTargets.get(0).name());
    }
    return new ColumnChoice(List.copyOf(chosenTargets), List.copyOf(inputs));
  }

  private static Column find(String option, String name, List<Column> table, List<String> names) {
    int at = names.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException(option + ": " + Names.unknown("column", name, names));
    }
    return table.get(at);
  }
}
