package io.github.tgp4j.benchmarks.experiments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One of the tables that {@code auto} is tried on.
 *
 * @param directory it lies in
 * @param classes how many; 0 for a target of numbers
 * @param splits how many of its splits are used: three, or one of more than 30,000 rows
 */
record AutoSet(String name, String directory, int classes, int splits) {
  /** Twenty, those that take longest last. */
  static final List<AutoSet> ALL =
      List.of(
          numbers("boston", 3),
          numbers("concrete", 3),
          numbers("energy", 3),
          numbers("wine-red", 3),
          numbers("yacht", 3),
          numbers("wine-white", 3),
          numbers("kin8nm", 3),
          numbers("power", 3),
          numbers("naval", 3),
          classes("heart", 2, 3),
          classes("banknote", 2, 3),
          classes("movement", 2, 3),
          new AutoSet("london_pm25_hp1", "spatial_time", 0, 3),
          new AutoSet("rainfall_sic97", "spatial_time", 0, 3),
          numbers("protein", 1),
          classes("avila", 12, 1),
          classes("activity", 7, 1),
          new AutoSet("airline2008_sample", "large", 0, 1),
          new AutoSet("beijing_pm25", "large", 0, 1),
          new AutoSet("airline", "large", 0, 1));

  private static AutoSet numbers(String name, int splits) {
    return new AutoSet(name, "regression", 0, splits);
  }

  private static AutoSet classes(String name, int classes, int splits) {
    return new AutoSet(name, "classification", classes, splits);
  }

  /** Its file with a given ending, as it is or packed. */
  Path file(ExperimentOptions options, String ending) {
    Path plain = options.tables(directory).resolve(name + ending);
    return Files.exists(plain) ? plain : plain.resolveSibling(name + ending + ".gz");
  }
}
