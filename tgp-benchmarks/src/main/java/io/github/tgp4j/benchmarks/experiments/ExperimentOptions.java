package io.github.tgp4j.benchmarks.experiments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What part of an experiment to run.
 *
 * @param data the directory with the benchmark tables
 * @param results where rows and pages go
 * @param only the data sets to run; empty for all
 * @param models the models to run; empty for all
 * @param inducing the numbers of inducing points to run; empty for the experiment's own
 * @param splits which splits, counted from 1; empty for the experiment's own
 * @param repeats which fits of a split, counted from 1: each has a seed of its own; empty for the
 *     experiment's own
 * @param resume whether rows that exist are kept instead of made again
 * @param threads threads per fit
 * @param own values of the options that only this experiment has
 */
record ExperimentOptions(
    Path data,
    Path results,
    List<String> only,
    List<String> models,
    List<Integer> inducing,
    List<Integer> splits,
    List<Integer> repeats,
    boolean resume,
    int threads,
    Map<String, String> own) {
  /** Where rows and pages are kept. */
  static final Path STORED = Path.of("docs", "results");

  private static final String USAGE =
      "usage: ./bench EXPERIMENT [--data DIR] [--results DIR] [--only a,b] [--models a,b]"
          + " [--inducing M,..] [--splits 1-10] [--repeats 1-3] [--threads K] [--resume]";

  /**
   * @throws IllegalArgumentException on arguments that cannot be understood, with the usage
   */
  static ExperimentOptions parse(List<String> args) {
    return parse(args, Set.of());
  }

  /**
   * @param ownOptions names of options that the experiment has beside the common ones
   * @throws IllegalArgumentException on arguments that cannot be understood, with the usage
   */
  static ExperimentOptions parse(List<String> args, Set<String> ownOptions) {
    Path data = Path.of("..", "shared", "data");
    Path results = STORED;
    List<String> only = List.of();
    List<String> models = List.of();
    List<Integer> inducing = List.of();
    List<Integer> splits = List.of();
    List<Integer> repeats = List.of();
    boolean resume = false;
    int threads = Runtime.getRuntime().availableProcessors();
    Map<String, String> own = new HashMap<>();
    for (int i = 0; i < args.size(); i++) {
      String option = args.get(i);
      if (option.equals("--resume")) {
        resume = true;
        continue;
      }
      if (++i == args.size()) {
        throw new IllegalArgumentException(option + " needs a value\n" + USAGE);
      }
      String value = args.get(i);
      if (ownOptions.contains(option)) {
        own.put(option, value);
        continue;
      }
      switch (option) {
        case "--data" -> data = Path.of(value);
        case "--results" -> results = Path.of(value);
        case "--only" -> only = List.of(value.split(","));
        case "--models" -> models = List.of(value.split(","));
        case "--inducing" -> inducing = numbers(option, value);
        case "--splits" -> splits = numbers(option, value);
        case "--repeats" -> repeats = numbers(option, value);
        case "--threads" -> threads = numbers(option, value).get(0);
        default -> throw new IllegalArgumentException("no option called " + option + "\n" + USAGE);
      }
    }
    return new ExperimentOptions(
        data, results, only, models, inducing, splits, repeats, resume, threads, own);
  }

  /** {@code "1-3,7"} is 1, 2, 3, 7. */
  private static List<Integer> numbers(String option, String text) {
    List<Integer> out = new ArrayList<>();
    try {
      for (String part : text.split(",")) {
        String[] ends = part.split("-");
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
          out.add(i);
        }
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          option + ": expected whole numbers such as 1-3,7 but got " + text + "\n" + USAGE, e);
    }
    return out;
  }

  /** A directory of tables: {@code regression}, {@code classification} … */
  Path tables(String kind) {
    Path directory = data.resolve(kind);
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "no data at " + directory + "; name the directory that holds it with --data");
    }
    return directory;
  }

  /** The value of an option of the experiment's own, or the usual one. */
  String own(String option, String usual) {
    return own.getOrDefault(option, usual);
  }

  /** The same, as a whole number. */
  long own(String option, long usual) {
    try {
      return Long.parseLong(own(option, Long.toString(usual)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          option + ": expected a whole number but got " + own.get(option), e);
    }
  }

  /** Refuses {@code --inducing}, for experiments that do not choose it. */
  void refuseInducing() {
    if (!inducing.isEmpty()) {
      throw new IllegalArgumentException("--inducing: this experiment does not set it");
    }
  }

  /** Refuses models that are none of the experiment's. */
  void checkModels(List<String> known) {
    for (String model : models) {
      if (!known.contains(model)) {
        throw new IllegalArgumentException("--models: expected of " + known + " but got " + model);
      }
    }
  }

  /** Refuses a data set that is none of the experiment's. */
  void checkData(List<String> sets) {
    for (String set : only) {
      if (!sets.contains(set)) {
        throw new IllegalArgumentException("--only: expected of " + sets + " but got " + set);
      }
    }
  }

  boolean wantsData(String set) {
    return only.isEmpty() || only.contains(set);
  }

  boolean wantsModel(String model) {
    return models.isEmpty() || models.contains(model);
  }

  List<Integer> splitsOr(List<Integer> usual) {
    return splits.isEmpty() ? usual : splits;
  }

  List<Integer> repeatsOr(List<Integer> usual) {
    return repeats.isEmpty() ? usual : repeats;
  }

  /** Refuses {@code --repeats}, for experiments with one seed. */
  void refuseRepeats() {
    if (!repeats.isEmpty()) {
      throw new IllegalArgumentException("--repeats: this experiment fits each split once");
    }
  }

  List<Integer> inducingOr(List<Integer> usual) {
    return inducing.isEmpty() ? usual : inducing;
  }
}
