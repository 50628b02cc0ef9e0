package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.IntStream;

/** The nine regression sets: scores, ranks, fewer inducing points. */
final class RegressionPage implements Pages.Body {
  private static final List<String> MODELS =
      List.of("svgp", "tgp", "pe-tgp", "ba-tgp", "dgp2", "dgp3", "dgp4");
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
      text.append(ranks(summary, SHALLOW, m)).append("\n");
    }
    text.append(gains(summary, sets)).append("\n");
    text.append(fewerPoints(summary, sets)).append("\n");
    for (Score score : List.of(Score.NLL, Score.RMSE, Score.CRPS, Score.COVERAGE)) {
      text.append("## ").append(score.title()).append("\n");
      text.append("Mean ± standard error; in brackets the splits of a model that has fewer.\n\n");
      text.append(ScorePage.table(summary, sets, MODELS, score)).append("\n");
    }
    text.append("## Plots\nNLL with 100 inducing points, lower is better.\n\n");
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

  private String rankPlot(Ranking ranking) throws IOException {
    if (ranking.sets().isEmpty()) {
      return "";
    }
    List<String> labels = ranking.models().stream().map(Names::of).toList();
    List<Double> means = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (int k = 0; k < labels.size(); k++) {
      means.add(ranking.mean(k));
      errors.add(ranking.error(k));
    }
    String title = "Rank by NLL over " + ranking.sets().size() + " sets, M = " + FULL;
    String file = "plots/uci-regression-ranks.svg";
    Plots.save(
        Plots.points(title, "mean rank, 1 is best", labels, means, errors), results.resolve(file));
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
    MarkdownTable table =
        new MarkdownTable("data", "splits", "SVGP, M = 100: NLL", "BA-TGP, M = 5: NLL", "gain");
    for (String set : sets) {
      List<Integer> splits = new ArrayList<>(summary.splits(set, "svgp", FULL));
      splits.retainAll(summary.splits(set, "ba-tgp", 5));
      if (splits.isEmpty()) {
        continue;
      }
      double[] plain = summary.values(set, "svgp", FULL, splits, Score.NLL.of());
      double[] few = summary.values(set, "ba-tgp", 5, splits, Score.NLL.of());
      table.add(
          set,
          Integer.toString(splits.size()),
          MarkdownTable.meanAndError(plain),
          MarkdownTable.meanAndError(few),
          MarkdownTable.number(Statistics.mean(plain) - Statistics.mean(few), 3));
    }
    return "## Twenty times fewer inducing points\n" + table;
  }

  /** Draws what there is to draw; false when there is nothing. */
  static boolean plot(
      ResultSummary summary, String set, List<String> models, int m, Score score, Path file)
      throws IOException {
    List<String> labels = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (String model : models) {
      double[] all = summary.values(set, model, m, score.of());
      double mean = Statistics.mean(all);
      if (Double.isFinite(mean)) {
        double error = Statistics.standardError(all);
        labels.add(Names.of(model));
        values.add(mean);
        errors.add(Double.isFinite(error) ? error : 0.0);
      }
    }
    if (labels.isEmpty()) {
      return false;
    }
    Plots.save(Plots.points(set + ", M = " + m, score.title(), labels, values, errors), file);
    return true;
  }
}
