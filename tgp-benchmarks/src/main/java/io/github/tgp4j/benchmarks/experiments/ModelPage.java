package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;

/** One data set with many models: models down, scores across, per number of inducing points. */
final class ModelPage implements Pages.Body {
  private static final List<Score> SCORES =
      List.of(Score.NLL, Score.RMSE, Score.MAE, Score.CRPS, Score.COVERAGE, Score.FIT_SECONDS);

  /** Compared with the plain GP split by split: some folds are harder for all models. */
  private static final List<Score> PAIRED = List.of(Score.NLL, Score.RMSE);

  /** Those it may be, the best trained first. */
  private static final List<String> PLAIN = List.of("svgp-collapsed", "svgp");

  private final Path results;
  private final String experiment;

  ModelPage(Path results, String experiment) {
    this.results = results;
    this.experiment = experiment;
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    ResultSummary summary = new ResultSummary(rows);
    StringBuilder text = new StringBuilder();
    for (String set : summary.sets()) {
      for (int m : summary.inducing()) {
        if (summary.models().stream().anyMatch(model -> summary.contains(set, model, m))) {
          section(text, summary, set, m);
        }
      }
    }
    return text.toString();
  }

  private void section(StringBuilder text, ResultSummary summary, String set, int m)
      throws IOException {
    boolean folds = set.endsWith(Application.FOLDS);
    text.append("## ").append(m).append(" inducing points").append(folds ? ", five folds\n" : "\n");
    String plain =
        PLAIN.stream().filter(model -> summary.contains(set, model, m)).findFirst().orElse("svgp");
    List<String> header = new ArrayList<>(List.of("model", "splits"));
    SCORES.forEach(score -> header.add(score.title()));
    PAIRED.forEach(score -> header.add(score.title() + " less that of " + Names.of(plain)));
    MarkdownTable table = new MarkdownTable(header);
    SortedSet<Integer> splits = summary.sharedSplits(set, summary.models(), m);
    for (String model : summary.models()) {
      if (summary.contains(set, model, m)) {
        int failed = summary.failures(set, model, m);
        String name = Names.of(model) + (failed == 0 ? "" : " (" + failed + " failed)");
        List<String> cells = new ArrayList<>(List.of(name));
        cells.add(Integer.toString(splits.size()));
        for (Score score : SCORES) {
          cells.add(
              MarkdownTable.meanAndError(summary.complete(set, model, m, splits, score.of())));
        }
        for (Score score : PAIRED) {
          double[] own = summary.complete(set, model, m, splits, score.of());
          double[] other = summary.complete(set, plain, m, splits, score.of());
          cells.add(model.equals(plain) ? "" : MarkdownTable.meanAndError(differences(own, other)));
        }
        table.add(cells);
      }
    }
    String plot = "plots/" + experiment + "-" + m + (folds ? Application.FOLDS : "") + ".svg";
    RegressionPage.plot(summary, set, summary.models(), m, Score.RMSE, results.resolve(plot));
    text.append(table).append("\n![RMSE](").append(plot).append(")\n\n");
  }

  /** Empty where one of the two has no values. */
  private static double[] differences(double[] own, double[] other) {
    return IntStream.range(0, Math.min(own.length, other.length))
        .mapToDouble(i -> own[i] - other[i])
        .toArray();
  }
}
