package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.plots.DotPlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;

/** The nine regression sets: scores, ranks, fewer inducing points. */
final class RegressionPage implements Pages.Body {
  static final List<String> MODELS =
      List.of("svgp", "tgp", "pe-tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
  private static final String PAPER = "tgp-paper";
  private static final List<String> SHALLOW = MODELS.subList(0, 4);
  private static final int FULL = 100;

  private final Path results;

  RegressionPage(Path results) {
    this.results = results;
  }

  @Override
  public String of(List<ResultRow> rows) throws IOException {
    ResultSummary summary = new ResultSummary(rows);
    List<String> sets = RegressionRecipes.SETS.stream().filter(summary.sets()::contains).toList();
    StringBuilder text = new StringBuilder("## Ranks\n");
    text.append(ranks(summary, MODELS, FULL)).append("\n");
    text.append(rankPlot(Ranking.of(summary, MODELS, FULL, Score.NLL.of())));
    for (int m : summary.inducing()) {
      List<String> there =
          SHALLOW.stream()
              .filter(model -> sets.stream().anyMatch(set -> summary.contains(set, model, m)))
              .toList();
      text.append(ranks(summary, there, m)).append("\n");
    }
    text.append(significance(summary, sets)).append("\n");
    text.append(gains(summary, sets)).append("\n");
    text.append(fewerPoints(summary, sets)).append("\n");
    for (Score score : List.of(Score.NLL, Score.RMSE, Score.CRPS, Score.COVERAGE)) {
      text.append("## ").append(score.title()).append("\n");
      text.append("Mean ± standard error over the splits that all models of a line have.\n\n");
      text.append(ScorePage.table(summary, sets, SHALLOW, score)).append("\n");
      text.append("With deep GPs, which have fewer splits:\n\n");
      text.append(ScorePage.table(summary, sets, MODELS, List.of(FULL), score)).append("\n");
    }
    text.append(rounded(summary, sets));
    text.append(CalibrationTables.of(summary, sets, MODELS, FULL));
    text.append(paperFlows(summary, sets));
    text.append("## Plots\nNLL with 100 inducing points on the splits that all models have; ");
    text.append("lower is better.\n\n");
    for (String set : sets) {
      String plot = "plots/uci-regression-" + set + ".svg";
      if (plot(summary, set, MODELS, FULL, Score.NLL, results.resolve(plot))) {
        text.append("![").append(set).append("](").append(plot).append(")\n");
      }
    }
    return text.toString();
  }

  private static String ranks(ResultSummary summary, List<String> models, int m) {
    Ranking ranking = Ranking.of(summary, models, m, Score.NLL.of());
    if (ranking.sets().isEmpty()) {
      return "";
    }
    List<String> header = new ArrayList<>(List.of("rank by NLL, M = " + m));
    models.forEach(model -> header.add(Names.of(model)));
    MarkdownTable table = new MarkdownTable(header);
    for (int i = 0; i < ranking.sets().size(); i++) {
      String set = ranking.sets().get(i);
      int splits = summary.commonSplits(set, models, m).size();
      List<String> cells =
          new ArrayList<>(List.of(set + ", " + splits + (splits == 1 ? " split" : " splits")));
      for (double rank : ranking.ranks().get(i)) {
        cells.add(MarkdownTable.number(rank, rank == Math.rint(rank) ? 0 : 1));
      }
      table.add(cells);
    }
    List<String> last = new ArrayList<>(List.of("**mean of " + ranking.sets().size() + "**"));
    for (int k = 0; k < models.size(); k++) {
      last.add("**" + MarkdownTable.number(ranking.mean(k), 2) + "**");
    }
    table.add(last);
    return table.toString();
  }

  /** The NLL of what was rounded to the targets, of sets that have rows with it. */
  private static String rounded(ResultSummary summary, List<String> sets) {
    List<String> there =
        sets.stream()
            .filter(
                set ->
                    MODELS.stream()
                        .filter(model -> summary.contains(set, model, FULL))
                        .anyMatch(
                            model ->
                                summary.values(set, model, FULL, Score.ROUNDED.of()).length > 0))
            .toList();
    return there.isEmpty()
        ? ""
        : "## Rounded NLL\n"
            + "Of the sets whose targets have few values, where rows have it.\n\n"
            + ScorePage.table(summary, there, MODELS, List.of(FULL), Score.ROUNDED)
            + "\n";
  }

  /** TGP with the flow that was tuned here beside the one that the paper selected. */
  private static String paperFlows(ResultSummary summary, List<String> sets) {
    List<String> there = sets.stream().filter(set -> summary.contains(set, PAPER, FULL)).toList();
    return there.isEmpty()
        ? ""
        : "## TGP with the paper's flows\n"
            + ScorePage.table(
                summary, there, List.of("svgp", "tgp", PAPER), List.of(FULL), Score.NLL)
            + "\n";
  }

  private String significance(ResultSummary summary, List<String> sets) throws IOException {
    Comparison comparison = Comparison.of(summary, MODELS, FULL);
    if (comparison == null) {
      return "";
    }
    String file = "plots/uci-regression-critical-difference.svg";
    comparison.plot(results.resolve(file));
    return "## What is significant\n"
        + comparison.words()
        + " "
        + comparison.friedmanWords()
        + "\n\n"
        + comparison.ranks()
        + "\n![critical differences]("
        + file
        + ")\n\nModels that a bar joins are not told apart by Nemenyi's test of all pairs at 5%.\n\n"
        + "Set by set, on the splits that both models have: mean difference and, in brackets, the p of"
        + " the corrected paired t-test, adjusted by Holm over the sets; bold below 5%. [How these are"
        + " computed](README.md#how-models-are-compared).\n\n"
        + comparison.setBySet(sets);
  }

  private String rankPlot(Ranking ranking) throws IOException {
    if (ranking.sets().isEmpty()) {
      return "";
    }
    String title = "Rank by NLL over " + ranking.sets().size() + " sets, M = " + FULL;
    DotPlot plot = new DotPlot(title, "mean rank, 1 is best", "sets");
    for (int k = 0; k < ranking.models().size(); k++) {
      plot.add(
          Names.of(ranking.models().get(k)),
          ranking.mean(k),
          ranking.error(k),
          ranking.sets().size());
    }
    String file = "plots/uci-regression-ranks.svg";
    plot.save(results.resolve(file));
    return "![mean ranks](" + file + ")\n\n";
  }

  /** What BA-TGP gains over the sparse GP, split by split. */
  private static String gains(ResultSummary summary, List<String> sets) {
    MarkdownTable table =
        new MarkdownTable(
            "M = 100",
            "splits",
            "NLL of SVGP less that of BA-TGP",
            "splits where BA-TGP is better");
    int better = 0;
    int compared = 0;
    for (String set : sets) {
      SortedSet<Integer> splits = summary.commonSplits(set, List.of("svgp", "ba-tgp"), FULL);
      if (splits.isEmpty()) {
        continue;
      }
      double[] plain = summary.values(set, "svgp", FULL, splits, Score.NLL.of());
      double[] network = summary.values(set, "ba-tgp", FULL, splits, Score.NLL.of());
      double[] gain =
          IntStream.range(0, plain.length).mapToDouble(i -> plain[i] - network[i]).toArray();
      long wins = Arrays.stream(gain).filter(g -> g > 0).count();
      table.add(
          set,
          Integer.toString(splits.size()),
          MarkdownTable.meanAndError(gain),
          wins + " of " + splits.size());
      compared++;
      better += Statistics.mean(gain) > 0 ? 1 : 0;
    }
    return "## BA-TGP against SVGP\nBA-TGP has the lower mean NLL on "
        + better
        + " of "
        + compared
        + " sets.\n\n"
        + table;
  }

  /** BA-TGP with few points against the sparse GP with all, on the splits that both have. */
  private static String fewerPoints(ResultSummary summary, List<String> sets) {
    List<String> lower = new ArrayList<>();
    List<String> clear = new ArrayList<>();
    MarkdownTable table =
        new MarkdownTable(
            "data", "splits", "SVGP, M = 100: NLL", "BA-TGP, M = 5: NLL", "gain", "p");
    for (String set : sets) {
      List<Integer> splits = new ArrayList<>(summary.splits(set, "svgp", FULL));
      splits.retainAll(summary.splits(set, "ba-tgp", 5));
      if (splits.isEmpty()) {
        continue;
      }
      double[] plain = summary.values(set, "svgp", FULL, splits, Score.NLL.of());
      double[] few = summary.values(set, "ba-tgp", 5, splits, Score.NLL.of());
      CorrectedT test = Comparison.test(summary, set, "svgp", FULL, "ba-tgp", 5);
      table.add(
          set,
          Integer.toString(splits.size()),
          MarkdownTable.meanAndError(plain),
          MarkdownTable.meanAndError(few),
          MarkdownTable.number(test.difference(), 3),
          Double.isNaN(test.p()) ? "" : Comparison.p(test.p()));
      if (test.difference() > 0) {
        lower.add(set);
        if (test.p() < Comparison.LEVEL) {
          clear.add(set);
        }
      }
    }
    return "## Twenty times fewer inducing points\nBA-TGP with 5 inducing points has a lower mean NLL than"
        + " SVGP with 100 on "
        + Words.listOrNone(lower)
        + "; by the corrected paired t-test, not adjusted, below 5% on "
        + Words.listOrNone(clear)
        + ".\n\n"
        + table;
  }

  /** Draws what there is to draw; false when there is nothing. */
  static boolean plot(
      ResultSummary summary, String set, List<String> models, int m, Score score, Path file)
      throws IOException {
    DotPlot plot = new DotPlot(set + ", M = " + m, score.title(), "splits");
    SortedSet<Integer> splits = summary.sharedSplits(set, models, m);
    for (String model : models) {
      double[] values = summary.complete(set, model, m, splits, score.of());
      if (values.length > 0) {
        plot.add(
            Names.of(model),
            Statistics.mean(values),
            Statistics.standardError(values),
            values.length);
      }
    }
    if (!plot.isEmpty()) {
      plot.save(file);
    }
    return !plot.isEmpty();
  }
}
