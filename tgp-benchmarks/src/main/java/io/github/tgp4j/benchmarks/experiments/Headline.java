package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.auto.Quality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * What a stranger reads first: docs/results/README.md and the paragraph about benchmarks of
 * README.md, whose figures all come from rows. In the notes and in README.md texts between marks
 * are replaced.
 */
final class Headline {
  private static final int INDUCING = 100;
  private static final List<String> MODELS =
      List.of("svgp", "tgp", "pe-tgp", "ba-tgp", "dgp2", "dgp3", "dgp4", Auto.OURS);
  private static final String ROUNDED = ", rounded";
  static final String BEGIN = "<!-- ./bench pages writes what follows -->";
  static final String END = "<!-- up to here -->";

  private final Path results;
  private final ResultSummary summary;
  private final List<String> sets;
  private final List<String> rounded;

  private Headline(Path results) throws IOException {
    this.results = results;
    List<ResultRow> rows = new ArrayList<>(new ResultFile(results, "uci-regression").rows());
    rows.addAll(new AutoFile(results, "auto").good(INDUCING));
    rounded = rounded(rows);
    rows.replaceAll(row -> rounded.contains(row.key().data()) ? row.rounded() : row);
    summary = new ResultSummary(rows);
    sets =
        RegressionRecipes.SETS.stream()
            .filter(set -> summary.contains(set, "svgp", INDUCING))
            .toList();
  }

  /**
   * Sets whose rows all have an NLL of the values that were rounded to the target, which is their
   * NLL here: a density with a spike on each of few values would win otherwise.
   */
  private static List<String> rounded(List<ResultRow> rows) {
    Map<String, List<ResultRow>> sets =
        rows.stream()
            .filter(row -> MODELS.contains(row.key().model()) && row.key().inducing() == INDUCING)
            .filter(row -> !row.isFailure())
            .collect(Collectors.groupingBy(row -> row.key().data()));
    return sets.keySet().stream()
        .filter(
            set -> sets.get(set).stream().noneMatch(row -> Double.isNaN(row.scores().nllRounded())))
        .toList();
  }

  /** Writes both, where their notes are. */
  static void write(Path results) throws IOException {
    Path notes = results.resolve("notes").resolve("README.txt");
    if (!Files.exists(notes)) {
      return;
    }
    Headline headline = new Headline(results);
    Comparison comparison = Comparison.of(headline.summary, MODELS, INDUCING);
    Path plot = Path.of("plots", "headline.svg");
    comparison.plot(results.resolve(plot));
    Files.writeString(
        results.resolve("README.md"),
        Files.readString(notes)
            .replace("{table}", headline.table().trim())
            .replace("{words}", comparison.words() + " " + comparison.friedmanWords())
            .replace("{ranks}", comparison.ranks().toString().trim())
            .replace("{sets}", Words.list(comparison.ranking().sets(), "and"))
            .replace("{peers}", headline.peers() + " [auto](auto.md) has the rest.")
            .replace("{time}", headline.time())
            .replace("{provenance}", headline.provenance()));
    Path readme = results.resolve("..").resolve("..").resolve("README.md");
    if (Files.exists(readme)) {
      Files.writeString(readme, headline.replaced(Files.readString(readme), comparison));
    }
  }

  private String replaced(String text, Comparison comparison) throws IOException {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalStateException(
          "README.md: expected " + BEGIN + " and " + END + " around the benchmarks' figures");
    }
    return text.substring(0, begin + BEGIN.length())
        + "\n"
        + comparison.words()
        + " "
        + time()
        + " "
        + peers()
        + " [auto](docs/results/auto.md) has the rest.\n"
        + text.substring(end);
  }

  /** NLL ± standard error; the best of a line in bold, * for what is significantly worse. */
  private String table() {
    List<String> header = new ArrayList<>(List.of("NLL, M = " + INDUCING, "splits"));
    MODELS.forEach(model -> header.add(Names.of(model)));
    MarkdownTable table = new MarkdownTable(header);
    for (String set : sets) {
      SortedSet<Integer> splits = summary.sharedSplits(set, MODELS, INDUCING);
      if (splits.isEmpty()) {
        continue;
      }
      List<String> there =
          MODELS.stream().filter(model -> values(set, model, splits).length > 0).toList();
      String best =
          there.stream()
              .min(Comparator.comparingDouble(m -> Statistics.mean(values(set, m, splits))))
              .orElseThrow();
      List<String> worse = worse(set, there, best, splits);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  set + (rounded.contains(set) ? ROUNDED : ""), Integer.toString(splits.size())));
      for (String model : MODELS) {
        String cell = MarkdownTable.meanAndError(values(set, model, splits));
        cells.add(
            model.equals(best) ? "**" + cell + "**" : worse.contains(model) ? cell + " \\*" : cell);
      }
      table.add(cells);
    }
    return table.toString();
  }

  private double[] values(String set, String model, SortedSet<Integer> splits) {
    return summary.complete(set, model, INDUCING, splits, Score.NLL.of());
  }

  private List<String> worse(
      String set, List<String> models, String best, SortedSet<Integer> splits) {
    if (splits.size() < 2) {
      return List.of();
    }
    List<String> others = models.stream().filter(model -> !model.equals(best)).toList();
    double[] p =
        others.stream()
            .mapToDouble(
                model -> {
                  double[] a = values(set, model, splits);
                  double[] b = values(set, best, splits);
                  double[] d = new double[a.length];
                  Arrays.setAll(d, i -> a[i] - b[i]);
                  return CorrectedT.of(d, Comparison.TEST_SHARE).p();
                })
            .toArray();
    double[] adjusted = Holm.adjusted(p);
    List<String> worse = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      if (adjusted[i] < Comparison.LEVEL) {
        worse.add(others.get(i));
      }
    }
    return worse;
  }

  /** How {@code auto} stands beside CatBoost, by NLL. */
  private String peers() throws IOException {
    AutoBoard board = new AutoBoard(results);
    int[] numbers = new int[2];
    int[] classes = new int[2];
    List<String> lost = new ArrayList<>();
    for (AutoSet set : AutoSet.ALL) {
      AutoContestant ours = board.ours(set, Quality.GOOD);
      AutoContestant peer = board.peer(set, "catboost");
      Collection<Integer> common = ours.common(peer);
      if (common.isEmpty()) {
        continue;
      }
      int[] count = set.classes() > 0 ? classes : numbers;
      boolean lower = ours.mean(Scores::nll, common) < peer.mean(Scores::nll, common);
      count[0] += lower ? 1 : 0;
      count[1]++;
      if (!lower) {
        lost.add(set.name());
      }
    }
    return "`auto` has a lower NLL than CatBoost on "
        + numbers[0]
        + " of "
        + numbers[1]
        + " tables of numbers and on "
        + classes[0]
        + " of "
        + classes[1]
        + " of classes (on the splits that both have; higher on "
        + Words.listOrNone(lost)
        + ").";
  }

  /** SVGP's time to GPyTorch's last NLL, like for like, and the quickest rival's. */
  private String time() throws IOException {
    List<String> sooner = new ArrayList<>();
    List<String> quickest = new ArrayList<>();
    List<String> never = new ArrayList<>();
    List<ResultRow> rows = new ResultFile(results, "time-to-quality").allRows();
    for (String set : rows.stream().map(row -> row.key().data()).distinct().toList()) {
      TimePage.Race race = new TimePage.Race(rows, set, 1);
      if (!race.isRun()) {
        continue;
      }
      double bar = race.bar();
      OptionalDouble ours = race.seconds(TimeToQuality.PLAIN, bar);
      if (ours.isEmpty()) {
        never.add(set);
        continue;
      }
      double adam = race.seconds(TimePage.PAPER.model(), bar).orElseThrow();
      sooner.add(times(adam, ours.getAsDouble(), 0) + " sooner on " + set);
      double best = race.quickest(bar).orElseThrow();
      quickest.add(times(best, ours.getAsDouble(), 1) + " as long on " + set);
    }
    return "SVGP reaches the test NLL that GPyTorch's SVGP has after 15,000 steps of Adam "
        + Words.list(sooner, "and")
        + (never.isEmpty() ? "" : ", and not at all on " + Words.list(never, "and"))
        + " (split 1 each); the quickest of four ways of GPyTorch and GPflow to train the same"
        + " model takes "
        + Words.list(quickest, "and")
        + ".";
  }

  private static String times(double theirs, double ours, int digits) {
    return MarkdownTable.number(theirs / ours, digits) + " times";
  }

  private String provenance() throws IOException {
    Collection<ResultRow> rows = new ResultFile(results, "uci-regression").rows();
    long complete = rows.stream().filter(row -> row.made().isComplete()).count();
    long commits = rows.stream().map(row -> row.made().commit()).distinct().count();
    return (complete == rows.size() ? "All " : complete + " of the ")
        + rows.size()
        + " rows of uci-regression record date, machine, JDK, threads and data; they were made at "
        + commits
        + (commits == 1 ? " commit." : " commits.");
  }
}
