package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.rows.Cells;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * {@code ./bench cell EXPERIMENT DATA MODEL SPLIT}: makes one row again, aside, and prints it
 * beside the stored one.
 */
final class CellRun {
  private static final String USAGE =
      "usage: ./bench cell EXPERIMENT DATA MODEL SPLIT [--inducing M] [--repeat R] [--threads K]"
          + " [options of the experiment], such as ./bench cell uci-regression boston ba-tgp 1";

  private static final String NUMBER = "-?[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?"; // not a version

  private final List<Experiment> experiments;
  private final PrintStream out;

  CellRun(List<Experiment> experiments, PrintStream out) {
    this.experiments = experiments;
    this.out = out;
  }

  /** A line of a result file, with its header's names. */
  private record Line(List<String> columns, List<String> cells) {
    String get(String column) {
      int at = columns.indexOf(column);
      return at >= 0 && at < cells.size() ? cells.get(at) : "";
    }
  }

  /** What is asked for; an inducing of null leaves the choice to what is stored. */
  private record Asked(String data, String model, String split, String inducing, String repeat) {
    boolean is(Line line) {
      return line.get("data").equals(data)
          && line.get("model").equals(model)
          && line.get("split").equals(split)
          && (inducing == null || line.get("inducing").equals(inducing));
    }
  }

  void run(List<String> args) throws IOException {
    if (args.size() < 4 || args.subList(0, 4).stream().anyMatch(each -> each.startsWith("--"))) {
      throw new IllegalArgumentException(USAGE);
    }
    Experiment experiment =
        experiments.stream()
            .filter(each -> each.rows().equals(args.get(0)) || each.name().equals(args.get(0)))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no experiment called " + args.get(0) + "\n" + USAGE));
    List<String> rest = new ArrayList<>(args.subList(4, args.size()));
    String inducing = taken(rest, "--inducing");
    String repeat = taken(rest, "--repeat");
    String given = taken(rest, "--results");
    Path results = Path.of(Objects.requireNonNullElse(given, "docs/results"));
    Asked asked = new Asked(args.get(1), args.get(2), args.get(3), inducing, repeat);
    List<Line> stored = lines(results.resolve(experiment.rows() + ".csv"), asked);
    if (inducing == null && !stored.isEmpty() && experiment.choosesInducing()) {
      List<String> there = stored.stream().map(line -> line.get("inducing")).toList();
      inducing = there.contains("100") ? "100" : there.get(0);
      asked = new Asked(asked.data, asked.model, asked.split, inducing, repeat);
      stored = lines(results.resolve(experiment.rows() + ".csv"), asked);
    }
    Path aside = Files.createTempDirectory("cell");
    try {
      ExperimentMain.start(experiment, arguments(experiment, asked, rest, aside));
      show(stored, lines(aside.resolve(experiment.rows() + ".csv"), asked));
    } finally {
      delete(aside);
    }
  }

  private static List<String> arguments(
      Experiment experiment, Asked asked, List<String> rest, Path aside) {
    List<String> out = new ArrayList<>(List.of("--results", aside.toString()));
    out.addAll(List.of("--only", experiment.only(asked.data)));
    boolean mean = asked.model.equals(Trials.POINT_ESTIMATE); // comes with the other
    out.addAll(List.of("--models", mean ? Trials.BAYESIAN : asked.model));
    out.addAll(List.of("--splits", asked.split));
    if (asked.inducing != null) {
      out.addAll(List.of("--inducing", asked.inducing));
    }
    if (experiment.repeats()) {
      out.addAll(List.of("--repeats", Objects.requireNonNullElse(asked.repeat, "1")));
    }
    if (!rest.contains("--threads")) {
      out.addAll(List.of("--threads", "1"));
    }
    out.addAll(rest);
    return out;
  }

  /** Takes an option and its value out of a list; null where it is not there. */
  private static String taken(List<String> rest, String option) {
    int at = rest.indexOf(option);
    if (at < 0) {
      return null;
    }
    if (at + 1 == rest.size()) {
      throw new IllegalArgumentException(option + " needs a value\n" + USAGE);
    }
    rest.remove(at);
    return rest.remove(at);
  }

  private static List<Line> lines(Path file, Asked asked) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<String> all = Files.readAllLines(file);
    List<String> columns = List.of(all.get(0).split(","));
    return all.stream()
        .skip(1)
        .map(line -> new Line(columns, Cells.split(line)))
        .filter(asked::is)
        .toList();
  }

  /** Each new line beside the stored one that is most like it. */
  private void show(List<Line> stored, List<Line> made) {
    if (made.isEmpty()) {
      throw new IllegalArgumentException("the experiment has no such cell; " + USAGE);
    }
    for (Line line : made) {
      Line before = nearest(stored, line);
      out.printf(
          "%n%-16s %-24s %-24s %s%n",
          "", before == null ? "(no stored row)" : "stored", "new", "new less stored");
      for (String column : line.columns()) {
        String old = before == null ? "" : before.get(column);
        String now = line.get(column);
        if (!old.isEmpty() || !now.isEmpty()) {
          out.printf("%-16s %-24s %-24s %s%n", column, old, now, difference(old, now));
        }
      }
    }
  }

  /** The last stored line of the same seed and steps, or of one of them, or the last. */
  private static Line nearest(List<Line> stored, Line made) {
    Line nearest = null;
    int most = -1;
    for (Line line : stored) {
      boolean seed =
          line.get("seed").equals(made.get("seed"))
              || line.get("seed").isEmpty() && made.get("split").equals(made.get("seed"));
      int like = (seed ? 2 : 0) + (line.get("steps").equals(made.get("steps")) ? 1 : 0);
      if (like >= most) {
        most = like;
        nearest = line;
      }
    }
    return nearest;
  }

  private static String difference(String old, String now) {
    if (!old.matches(NUMBER) || !now.matches(NUMBER)) {
      return "";
    }
    double d = Double.parseDouble(now) - Double.parseDouble(old);
    return d == 0 ? "" : String.format(Locale.ROOT, "%+.4g", d);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
