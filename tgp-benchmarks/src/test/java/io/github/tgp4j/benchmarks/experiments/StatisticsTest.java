package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void byHand() {
    double[] values = {1, 2, 3, 6};
    assertThat(Statistics.mean(values)).isEqualTo(3.0);
    assertThat(Statistics.median(values)).isEqualTo(2.5);
    assertThat(Statistics.standardError(values)).isCloseTo(Math.sqrt(14.0 / 3 / 4), within(1e-12));
    assertThat(Statistics.standardError(new double[] {1})).isNaN();
    assertThat(Statistics.ranks(new double[] {0.3, 0.1, 0.3, 0.2})).containsExactly(3.5, 1, 3.5, 2);
  }

  @Test
  void exponentOfAPower() {
    double[] x = {1, 2, 5};
    double[] y = {3, 3 * Math.pow(2, 1.5), 3 * Math.pow(5, 1.5)};
    assertThat(Statistics.exponent(x, y)).isCloseTo(1.5, within(1e-12));
  }

  /** Only splits that all models have may decide. */
  @Test
  void ranksOverCommonSplits() {
    List<ResultRow> rows = new ArrayList<>();
    rows.add(row("a", 1, 2.0));
    rows.add(row("b", 1, 1.0));
    rows.add(row("b", 2, 100.0));
    Ranking ranking = Ranking.of(new ResultSummary(rows), List.of("a", "b"), 100, Score.NLL.of());
    assertThat(ranking.sets()).containsExactly("boston");
    assertThat(ranking.mean(0)).isEqualTo(2.0);
    assertThat(ranking.mean(1)).isEqualTo(1.0);
  }

  private static ResultRow row(String model, int split, double nll) {
    return ResultRow.of(
        new ResultRow.Key("boston", model, 100, split),
        new Scores(nll, 0, 0, 0, 0, 0, 0),
        1,
        1,
        "",
        Provenance.ofCommit(""));
  }
}
