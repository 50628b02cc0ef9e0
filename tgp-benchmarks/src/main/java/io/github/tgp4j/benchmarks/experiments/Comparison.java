package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.plots.CriticalDifferencePlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.IntStream;

/**
 * Which models differ significantly by NLL: over sets by their ranks (Friedman, Holm), and on each
 * set by its splits (Nadeau and Bengio). The model of the best mean rank is compared with each of
 * the others.
 */
final class Comparison {
  static final double LEVEL = 0.05;

  /** Test over training rows of the regression sets' splits, which are tenths of the rows. */
  static final double TEST_SHARE = 1 / 9.0;

  private final ResultSummary summary;
  private final Ranking ranking;
  private final Friedman friedman;
  private final int inducing;
  private final int best;

  private Comparison(ResultSummary summary, Ranking ranking, int inducing) {
    this.summary = summary;
    this.ranking = ranking;
    this.friedman = Friedman.of(ranking.ranks());
    this.inducing = inducing;
    this.best =
        IntStream.range(0, ranking.models().size())
            .boxed()
            .min(Comparator.comparingDouble(ranking::mean))
            .orElseThrow();
  }

  /** Null where no set has rows of all the models on a common split, or only one has. */
  static Comparison of(ResultSummary summary, List<String> models, int inducing) {
    Ranking ranking = Ranking.of(summary, models, inducing, Score.NLL.of());
    return ranking.sets().size() < 2 ? null : new Comparison(summary, ranking, inducing);
  }

  Ranking ranking() {
    return ranking;
  }

  String best() {
    return ranking.models().get(best);
  }

  private List<Integer> others() {
    return IntStream.range(0, ranking.models().size())
        .filter(k -> k != best)
        .boxed()
        .sorted(Comparator.comparingDouble(ranking::mean))
        .toList();
  }

  /** Holm's p of every other model's rank against the best, in the order of {@link #others}. */
  private double[] adjusted() {
    return Holm.adjusted(others().stream().mapToDouble(k -> friedman.p(best, k)).toArray());
  }

  private List<String> named(boolean significant) {
    double[] p = adjusted();
    List<Integer> others = others();
    return IntStream.range(0, p.length)
        .filter(i -> p[i] < LEVEL == significant)
        .mapToObj(i -> Names.of(ranking.models().get(others.get(i))))
        .toList();
  }

  /** {@code BA-TGP has the best mean rank (2.22) …}: what is and is not significant. */
  String words() {
    StringBuilder text = new StringBuilder();
    text.append(Names.of(best())).append(" has the best mean rank by NLL, ");
    text.append(MarkdownTable.number(ranking.mean(best), 2)).append(" of ");
    text.append(ranking.models().size()).append(" models over ").append(ranking.sets().size());
    text.append(" sets. By Holm's test at 5% ");
    if (named(true).isEmpty()) {
      text.append("that is significantly better than none of the others (")
          .append(Words.list(named(false), "or"))
          .append(")");
    } else {
      text.append("that is significantly better than ").append(Words.list(named(true), "and"));
      text.append(
          named(false).isEmpty()
              ? ", all of the others"
              : ", and not significantly better than " + Words.list(named(false), "or"));
    }
    return text.append(".").toString();
  }

  /** Friedman's test in a sentence. */
  String friedmanWords() {
    return String.format(
        Locale.ROOT,
        "Friedman's test of whether the models differ at all: χ² = %.2f, p %s; F = %.2f, p %s. %s",
        friedman.chiSquare(),
        equation(friedman.pChiSquare()),
        friedman.f(),
        equation(friedman.pF()),
        friedman.pF() < LEVEL && friedman.pChiSquare() < LEVEL
            ? "They do, at 5%."
            : friedman.pF() < LEVEL || friedman.pChiSquare() < LEVEL
                ? "Only one of the two is below 5%: the evidence that they differ is thin."
                : "Neither is below 5%: the ranks as a whole could be chance.");
  }

  /** Differences of mean ranks with their p. */
  MarkdownTable ranks() {
    MarkdownTable table =
        new MarkdownTable(
            "against "
                + Names.of(best())
                + " ("
                + MarkdownTable.number(ranking.mean(best), 2)
                + ")",
            "mean rank",
            "p",
            "p by Holm",
            "significant at 5%");
    List<Integer> others = others();
    double[] adjusted = adjusted();
    for (int i = 0; i < others.size(); i++) {
      int k = others.get(i);
      table.add(
          Names.of(ranking.models().get(k)),
          MarkdownTable.number(ranking.mean(k), 2),
          p(friedman.p(best, k)),
          p(adjusted[i]),
          adjusted[i] < LEVEL ? "**yes**" : "no");
    }
    return table;
  }

  /** Saves the critical-difference diagram. */
  void plot(Path file) throws IOException {
    new CriticalDifferencePlot(
            "Mean rank by NLL over " + ranking.sets().size() + " sets, M = " + inducing,
            ranking.models().stream().map(Names::of).toList(),
            friedman.meanRanks(),
            CriticalDifference.of(friedman),
            CriticalDifference.groups(friedman))
        .save(file);
  }

  /** The corrected t-test of two models on the splits that both have; null where they have none. */
  CorrectedT onSet(String set, String one, String other) {
    return test(summary, set, one, inducing, other, inducing);
  }

  /** The NLL of one less that of the other, each with its number of inducing points. */
  static CorrectedT test(
      ResultSummary summary, String set, String one, int oneM, String other, int otherM) {
    SortedSet<Integer> splits = summary.splits(set, one, oneM);
    splits.retainAll(summary.splits(set, other, otherM));
    if (splits.isEmpty()) {
      return null;
    }
    double[] a = summary.complete(set, one, oneM, splits, Score.NLL.of());
    double[] b = summary.complete(set, other, otherM, splits, Score.NLL.of());
    return CorrectedT.of(
        IntStream.range(0, a.length).mapToDouble(i -> a[i] - b[i]).toArray(), TEST_SHARE);
  }

  /**
   * Sets down, other models across: the gain of the best model and its p, adjusted over the sets.
   */
  String setBySet(List<String> sets) {
    List<String> header = new ArrayList<>(List.of("NLL less that of " + Names.of(best())));
    List<List<String>> columns = new ArrayList<>();
    StringBuilder words = new StringBuilder();
    for (int k : others()) {
      String model = ranking.models().get(k);
      header.add(Names.of(model));
      columns.add(column(sets, model, words));
    }
    MarkdownTable table = new MarkdownTable(header);
    for (int i = 0; i < sets.size(); i++) {
      List<String> cells = new ArrayList<>(List.of(sets.get(i)));
      for (List<String> column : columns) {
        cells.add(column.get(i));
      }
      table.add(cells);
    }
    return table + "\n" + words;
  }

  private List<String> column(List<String> sets, String model, StringBuilder words) {
    List<CorrectedT> tests = sets.stream().map(set -> onSet(set, model, best())).toList();
    double[] p =
        tests.stream()
            .filter(test -> test != null && !Double.isNaN(test.p()))
            .mapToDouble(CorrectedT::p)
            .toArray();
    double[] adjusted = Holm.adjusted(p);
    List<String> cells = new ArrayList<>();
    List<String> better = new ArrayList<>();
    List<String> worse = new ArrayList<>();
    List<String> open = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < sets.size(); i++) {
      CorrectedT test = tests.get(i);
      if (test == null) {
        cells.add("");
      } else if (Double.isNaN(test.p())) {
        cells.add(MarkdownTable.number(test.difference(), 3) + " (one split)");
        open.add(sets.get(i));
      } else {
        double holm = adjusted[next++];
        String cell = MarkdownTable.number(test.difference(), 3) + " (" + p(holm) + ")";
        cells.add(holm < LEVEL ? "**" + cell + "**" : cell);
        (holm >= LEVEL ? open : test.difference() > 0 ? better : worse).add(sets.get(i));
      }
    }
    words.append("- Against ").append(Names.of(model)).append(", ").append(Names.of(best()));
    words.append(" is significantly better on ").append(Words.listOrNone(better));
    words.append("; significantly worse on ").append(Words.listOrNone(worse));
    words.append("; no difference can be told on ").append(Words.listOrNone(open)).append(".\n");
    return cells;
  }

  /** What stands after "p": {@code = 0.009}, or {@code < 0.001}. */
  private static String equation(double value) {
    return value < 0.001 ? p(value) : "= " + p(value);
  }

  /** {@code 0.009}, or {@code < 0.001}. */
  static String p(double value) {
    return value < 0.001
        ? "< 0.001"
        : String.format(Locale.ROOT, value < 0.1 ? "%.3f" : "%.2f", value);
  }
}
