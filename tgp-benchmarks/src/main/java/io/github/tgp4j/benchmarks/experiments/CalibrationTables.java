package io.github.tgp4j.benchmarks.experiments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.function.ToDoubleFunction;

/**
 * Coverage at five levels and the histogram of the probability integral transform, each a mean over
 * the sets whose rows all have it.
 */
final class CalibrationTables {
  private static final List<Score> LEVELS =
      List.of(
          Score.COVERAGE_50,
          Score.COVERAGE_80,
          Score.COVERAGE_90,
          Score.COVERAGE,
          Score.COVERAGE_99);

  private CalibrationTables() {}

  /** Both tables; empty where no set has what is needed. */
  static String of(ResultSummary summary, List<String> sets, List<String> models, int inducing) {
    List<String> known =
        sets.stream()
            .filter(
                set ->
                    models.stream()
                        .allMatch(
                            model ->
                                values(summary, set, models, model, inducing, bin(0)).length > 0))
            .toList();
    if (known.isEmpty()) {
      return "";
    }
    List<String> header = new ArrayList<>(List.of("mean over " + known.size() + " sets"));
    LEVELS.forEach(level -> header.add(level.title()));
    MarkdownTable coverage = new MarkdownTable(header);
    List<String> bins = new ArrayList<>(List.of("share of targets with F(y) in"));
    for (int b = 0; b < CalibrationScores.BINS; b++) {
      bins.add(String.format(java.util.Locale.ROOT, "%.1f–%.1f", b / 10.0, (b + 1) / 10.0));
    }
    MarkdownTable histogram = new MarkdownTable(bins);
    for (String model : models) {
      List<String> cells = new ArrayList<>(List.of(Names.of(model)));
      LEVELS.forEach(l -> cells.add(mean(summary, known, models, model, inducing, l.of())));
      coverage.add(cells);
      List<String> shares = new ArrayList<>(List.of(Names.of(model)));
      for (int b = 0; b < CalibrationScores.BINS; b++) {
        shares.add(mean(summary, known, models, model, inducing, bin(b)));
      }
      histogram.add(shares);
    }
    return "## Calibration\nCentral intervals should hold as many targets as they say, and F(y), the predicted"
        + " probability of a value below the observed one, should fall into each tenth equally often. Over "
        + Words.list(known, "and")
        + ".\n\n"
        + coverage
        + "\n"
        + histogram
        + "\n";
  }

  private static ToDoubleFunction<ResultRow> bin(int b) {
    return row -> {
      List<Double> pit = row.scores().calibration().pit();
      return pit.isEmpty() ? Double.NaN : pit.get(b);
    };
  }

  private static double[] values(
      ResultSummary summary,
      String set,
      List<String> models,
      String model,
      int inducing,
      ToDoubleFunction<ResultRow> value) {
    SortedSet<Integer> splits = summary.sharedSplits(set, models, inducing);
    return splits.isEmpty() ? new double[0] : summary.complete(set, model, inducing, splits, value);
  }

  private static String mean(
      ResultSummary summary,
      List<String> sets,
      List<String> models,
      String model,
      int inducing,
      ToDoubleFunction<ResultRow> value) {
    double[] means =
        sets.stream()
            .mapToDouble(
                set ->
                    Arrays.stream(values(summary, set, models, model, inducing, value))
                        .average()
                        .orElse(Double.NaN))
            .toArray();
    return MarkdownTable.number(Statistics.mean(means), 3);
  }
}
