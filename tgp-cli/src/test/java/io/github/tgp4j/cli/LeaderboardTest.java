package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderboardTest {
  private static Leaderboard.Row row(int split, double mae, double r2, double coverage) {
    return new Leaderboard.Row(
        "houses.csv",
        "svgp",
        split,
        90,
        10,
        11.8 + 0.02 * split,
        null,
        mae,
        r2,
        null,
        coverage,
        null,
        1.25,
        0.004,
        10,
        "",
        null,
        null);
  }

  private static List<String> cells(Leaderboard.Row... rows) {
    String line = Leaderboard.table(List.of(rows)).lines().skip(1).findFirst().orElseThrow();
    return List.of(line.split(" {2,}"));
  }

  /** An error has the digits of what it belongs to: no "107,007 ± 4.7e+02". */
  @Test
  void meansAndTheirErrors() {
    assertThat(cells(row(1, 26_000, -0.0004, 0.97), row(2, 26_940, -0.0003, 0.99)))
        .containsExactly(
            "plain GP (svgp)",
            "2",
            "26,470 ± 470",
            "0.00 ± 0.00",
            "11.83 ± 0.01",
            "98% ± 1%",
            "1.25 ± 0.00",
            "0.00 ± 0.00");
  }

  @Test
  void oneSplitHasNoError() {
    assertThat(cells(row(1, 2.5, 0.8, 1)))
        .containsExactly("plain GP (svgp)", "1", "2.500", "0.80", "11.82", "100%", "1.25", "0.00");
  }
}
