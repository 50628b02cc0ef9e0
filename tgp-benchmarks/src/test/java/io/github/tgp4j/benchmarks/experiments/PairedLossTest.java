package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Provenance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedLossTest {
  private static final Provenance MADE =
      new Provenance(
          "abc1234",
          "clean",
          "2026-11-19T05:00:00Z",
          "AMD EPYC, 2 cores, 23 GB",
          "17.0.15",
          "1",
          "0.50",
          "0123456789ab");

  @TempDir Path directory;

  /** Rows that are hard for both models add nothing to the error of the difference. */
  @Test
  void byHand() {
    double[] base = {-1, -9, -2, -4};
    double[] own = {-0.5, -8.5, -1.5, -4.5};
    PairedLoss loss = PairedLoss.of(key("tgp"), "svgp", base, own, MADE);
    assertThat(loss.difference()).isEqualTo(-0.25); // of −½, −½, −½, ½
    assertThat(loss.standardError()).isCloseTo(0.25, within(1e-15));
    assertThat(loss.rows()).isEqualTo(4);
    assertThat(PairedLoss.parse(loss.line())).isEqualTo(loss);
  }

  @Test
  void theLastOfEachKeyIsShown() throws IOException {
    double[] y = IntStream.range(0, 40).mapToDouble(i -> Math.sin(0.3 * i)).toArray();
    Matrix x = Matrix.column(IntStream.range(0, 40).mapToDouble(i -> i).toArray());
    SplitData.Split rows = new SplitData.Split(x, y, x, y);
    ModelSpec spec = RegressionRecipes.svgp(RegressionRecipes.fullBatch(1, 0.01));
    Model start = spec.fit(x, y, 20, 1, 1);
    Model end = spec.withPlan(spec.plan().withSteps(200)).fit(x, y, 20, 1, 1);
    PairedLosses pairs = new PairedLosses(directory, "large", "svgp");
    pairs.add(key("tgp"), start, start, rows, MADE);
    pairs.add(key("tgp"), end, start, rows, MADE);
    List<PairedLoss> read = PairedLosses.read(directory, "large");
    assertThat(read).hasSize(1);
    double gain = Scores.of(end, rows).nll() - Scores.of(start, rows).nll();
    assertThat(read.get(0).difference()).isCloseTo(gain, within(1e-5));
    assertThat(gain).isNegative();
    assertThat(new LargePage(directory, List.of(Score.NLL)).of(List.of()))
        .contains("| airline | 2 | 1002 | TGP | " + MarkdownTable.number(gain, 4) + " ± ");
  }

  /** One training gives the rows of BA-TGP and of its mean network: both are compared. */
  @Test
  void everyFittedModelIsSeen() throws IOException {
    double[] y = IntStream.range(0, 30).mapToDouble(i -> Math.cos(0.3 * i)).toArray();
    Matrix x = Matrix.column(IntStream.range(0, 30).mapToDouble(i -> i).toArray());
    List<String> seen = new ArrayList<>();
    new Trials(
            new ResultFile(directory, "some"),
            ExperimentOptions.parse(List.of()),
            (key, model, rows, made) -> seen.add(key.model()))
        .run(
            key("ba-tgp"),
            RegressionRecipes.network("boston", RegressionRecipes.fullBatch(2, 0.01)),
            new SplitData.Split(x, y, x, y));
    assertThat(seen).containsExactly("ba-tgp", "pe-tgp");
  }

  private static ResultRow.Key key(String model) {
    return new ResultRow.Key("airline", model, 100, 2, 1002);
  }
}
