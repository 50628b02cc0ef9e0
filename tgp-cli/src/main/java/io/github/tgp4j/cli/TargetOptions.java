package io.github.tgp4j.cli;

import io.github.tgp4j.auto.ColumnChoice;
import io.github.tgp4j.data.Column;
import java.util.List;
import picocli.CommandLine.Option;

/** Which columns are what. */
final class TargetOptions {
  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      split = ",",
      description = "What to predict, one column or several (default: the last column).")
  List<String> target;

  @Option(
      names = "--features",
      paramLabel = "COLUMN",
      split = ",",
      description = "Input columns (default: all but the target).")
  List<String> features;

  @Option(
      names = "--exclude",
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns to leave out.")
  List<String> exclude;

  ColumnChoice choose(List<Column> table) {
    return ColumnChoice.of(table, target, features, exclude);
  }
}
