package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.benchmarks.plots.DrawnPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draws every plot that is made of rows and reads the values back from the pixels. */
class PlotsTest {
  private static final Path RESULTS = Path.of("..", "docs", "results");

  @TempDir Path parent;
  private Path directory;

  @Test
  void markersStandWhereTheRowsSay() throws IOException {
    directory = CopiedResults.pages(RESULTS, parent);
    ResultSummary sets = summary("uci-regression");
    for (String set : sets.sets()) {
      check("uci-regression-" + set, sets, set, RegressionPage.MODELS, 100, Score.NLL);
    }
    for (String experiment : List.of("air-quality", "rainfall")) {
      ResultSummary summary = summary(experiment);
      for (String set : summary.sets()) {
        String folds = set.endsWith(Application.FOLDS) ? Application.FOLDS : "";
        for (int m : summary.inducing()) {
          if (summary.models().stream().anyMatch(model -> summary.contains(set, model, m))) {
            check(experiment + "-" + m + folds, summary, set, summary.models(), m, Score.RMSE);
          }
        }
      }
    }
  }

  private ResultSummary summary(String experiment) throws IOException {
    return new ResultSummary(new ResultFile(directory, experiment).rows());
  }

  private void check(
      String plot, ResultSummary summary, String set, List<String> models, int m, Score score)
      throws IOException {
    DrawnPlot drawn = DrawnPlot.read(directory.resolve("plots").resolve(plot + ".svg"));
    SortedSet<Integer> splits = summary.sharedSplits(set, models, m);
    List<double[]> shown =
        models.stream()
            .map(model -> summary.complete(set, model, m, splits, score.of()))
            .filter(values -> values.length > 0)
            .toList();
    List<double[]> markers = drawn.markers();
    assertThat(markers).as(plot).hasSameSizeAs(shown);
    double pixel = Math.abs(drawn.value(1) - drawn.value(0));
    int bar = 0;
    for (int i = 0; i < shown.size(); i++) {
      double mean = Statistics.mean(shown.get(i));
      double error = Statistics.standardError(shown.get(i));
      assertThat(drawn.value(markers.get(i)[0])).as(plot).isCloseTo(mean, within(0.1 * pixel));
      assertThat(markers.get(i)[2] == 1)
          .as("hollow without an error")
          .isEqualTo(Double.isNaN(error));
      if (!Double.isNaN(error)) {
        double[] ends = drawn.bars().get(bar++);
        assertThat(ends[1]).as(plot).isEqualTo(markers.get(i)[1]);
        assertThat(drawn.value(ends[0])).as(plot).isCloseTo(mean - error, within(0.1 * pixel));
        assertThat(drawn.value(ends[2])).as(plot).isCloseTo(mean + error, within(0.1 * pixel));
      }
    }
    assertThat(drawn.bars()).as(plot).hasSize(bar);
  }

  /** Also those of {@code ./bench figures}, as they are in the repository. */
  @Test
  void textsAreShortAndStandApart() throws IOException {
    List<Path> plots;
    try (Stream<Path> files = Files.list(RESULTS.resolve("plots"))) {
      plots = files.filter(file -> file.toString().endsWith(".svg")).sorted().toList();
    }
    assertThat(plots).hasSizeGreaterThan(30);
    for (Path file : plots) {
      DrawnPlot drawn = DrawnPlot.read(file);
      assertThat(drawn.overlaps()).as(file.toString()).isEmpty();
      for (DrawnPlot.Label label : drawn.labels()) {
        if (label.kind().endsWith("tick")) {
          assertThat(label.words().length()).as(file + ": " + label).isLessThanOrEqualTo(8);
        }
        if (label.kind().equals("legend")) {
          assertThat(label.x()).as(file + ": beside the data").isGreaterThan(drawn.frame()[2]);
        }
      }
    }
  }
}
