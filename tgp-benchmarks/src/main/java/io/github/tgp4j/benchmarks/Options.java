package io.github.tgp4j.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What an experiment is asked to run. */
record Options(
    Path data, String only, String model, int inducing, List<Integer> splits, int threads) {
  private static final String USAGE =
      "usage: ./bench %s [--data DIR] [--only SET] [--model NAME] [--inducing M] [--splits 1-10] [--threads K]";

  static Options parse(String[] args, String command) {
    Path data = Path.of("..", "shared", "data");
    String only = null;
    String model = null;
    int inducing = 0;
    List<Integer> splits = range("1-10");
    int threads = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        fail(command, args[i] + " needs a value");
      }
      String value = args[i + 1];
      switch (args[i]) {
        case "--data" -> data = Path.of(value);
        case "--only" -> only = value;
        case "--model" -> model = value;
        case "--inducing" -> inducing = Integer.parseInt(value);
        case "--splits" -> splits = range(value);
        case "--threads" -> threads = Integer.parseInt(value);
        default -> fail(command, "no option called " + args[i]);
      }
    }
    if (!Files.isDirectory(data)) {
      fail(command, "no data at " + data + "; name the directory with --data");
    }
    return new Options(data, only, model, inducing, splits, threads);
  }

  boolean accepts(String set, String name, int m) {
    return (only == null || only.equals(set))
        && (model == null || model.equals(name))
        && (inducing == 0 || inducing == m);
  }

  private static List<Integer> range(String text) {
    String[] ends = text.split("-");
    List<Integer> out = new ArrayList<>();
    for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
      out.add(i);
    }
    return out;
  }

  private static void fail(String command, String problem) {
    System.err.println("bench: " + problem);
    System.err.println(String.format(USAGE, command));
    System.exit(2);
  }
}
