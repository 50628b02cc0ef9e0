package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code ./bench pages}: a page per experiment from its rows. What people have to say about an
 * experiment stands in docs/results/notes and opens its page.
 */
final class Pages implements Experiment {
  @Override
  public String name() {
    return "pages";
  }

  @Override
  public void run(ExperimentOptions options) throws IOException {
    Path results = options.results();
    write(results, "uci-regression", new RegressionPage(results));
    write(results, "uci-classification", new ScorePage(List.of(Score.NLL, Score.ACCURACY)));
    List<Score> numbers = List.of(Score.NLL, Score.RMSE, Score.COVERAGE, Score.FIT_SECONDS);
    write(results, "large", new LargePage(results, numbers));
    write(results, "air-quality", new ModelPage(results, "air-quality"));
    write(results, "rainfall", new ModelPage(results, "rainfall"));
    write(results, "ablation", new ScorePage(List.of(Score.NLL, Score.RMSE, Score.COVERAGE)));
    write(results, "variational-bayes", new VariationalBayesPage(results));
    write(results, "wine-unique", new WineUniquePage(results));
    write(
        results,
        "gvi",
        new ScorePage(List.of(Score.NLL, Score.RMSE, Score.ACCURACY, Score.COVERAGE)));
    write(results, "cost", new CostPage());
    write(results, "time-to-quality", new TimePage(results));
    write(results, "peers-quality", new PeersQualityPage(results, numbers));
    write(results, "tuning", new TuningPage());
    SpeedPage.write(results);
    AutoPage.write(results);
    ClustersPage.write(results);
    NastyPage.write(results);
    new PeoplePage(results).write();
    ReliabilityPage.write(results);
    SparkPage.write(results);
    CudaPage.write(results);
    Headline.write(results);
  }

  /** What a page says about its rows. */
  interface Body {
    String of(List<ResultRow> rows) throws IOException;

    /** Whether it shows rows whose fit was made again, too. */
    default boolean showsEveryRow() {
      return false;
    }
  }

  private static void write(Path results, String experiment, Body body) throws IOException {
    ResultFile file = new ResultFile(results, experiment);
    List<ResultRow> rows = file.allRows();
    if (rows.isEmpty()) {
      return;
    }
    List<ResultRow> shown = body.showsEveryRow() ? rows : List.copyOf(file.rows());
    int replaced = rows.size() - shown.size();
    Path notes = results.resolve("notes").resolve(experiment + ".txt");
    String text =
        (Files.exists(notes) ? Files.readString(notes) : "# " + experiment + "\n")
            + "\n"
            + Origin.of(experiment + ".csv", shown)
            + (replaced == 0
                ? ""
                : "Earlier rows of fits that were made again stay in the file: " + replaced + ".\n")
            + "\n"
            + body.of(rows);
    Files.writeString(results.resolve(experiment + ".md"), text);
  }
}
