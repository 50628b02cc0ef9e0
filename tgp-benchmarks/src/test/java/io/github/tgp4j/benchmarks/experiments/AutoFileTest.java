package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutoFileTest {
  private static final Provenance MADE =
      new Provenance(
          "abc1234",
          "clean",
          "2026-11-16T05:00:00Z",
          "AMD EPYC, 2 cores",
          "17",
          "2",
          "0.5",
          "12ab");

  @TempDir Path directory;

  private static AutoRow row(String model, String quality, int split, double nll) {
    double none = Double.NaN;
    return new AutoRow(
        new AutoRow.Key("boston", model, quality, split),
        new Scores(nll, 2.25, 1.5, 1.125, 0.95, none, none),
        12.5,
        "flow sal(1) @ mlp(25, tanh); rate 0.01",
        1,
        MADE);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    AutoFile file = new AutoFile(directory, "auto");
    file.append(row("auto", "good", 1, 2.125));
    file.append(row("catboost", "", 1, 2.5));
    assertThat(file.rows())
        .containsExactly(row("auto", "good", 1, 2.125), row("catboost", "", 1, 2.5));
    assertThat(Files.readAllLines(directory.resolve("auto.csv")).get(0))
        .isEqualTo(
            "data,model,quality,split,nll,crps,rmse,mae,coverage95,accuracy,seconds,spec,commit,"
                + "date,jdk,threads,seed,coverage50,coverage80,coverage90,coverage99,pit,dirty,host,"
                + "load,data_hash,nll_rounded");
  }

  /** Files of before stay as they are until a row is added; then old rows have empty cells. */
  @Test
  void oldFilesAreReadAndWidened() throws IOException {
    Path path = directory.resolve("auto.csv");
    String old = "boston,auto,good,1,2.5,1,2,3,0.95,,9.0,\"a, b\",abc,2026-11-15,17,1,7";
    String header = AutoRow.HEADER.substring(0, AutoRow.HEADER.indexOf(",coverage50"));
    Files.writeString(path, header + "\n" + old + "\n");
    AutoFile file = new AutoFile(directory, "auto");
    AutoRow before = file.rows().iterator().next();
    assertThat(before.seed()).isEqualTo(7);
    assertThat(before.made().isComplete()).isFalse();
    file.append(row("auto", "good", 2, 2.125));
    assertThat(file.rows()).containsExactly(before, row("auto", "good", 2, 2.125));
    assertThat(Files.readAllLines(path)).contains(AutoRow.HEADER, old + ",,,,,,,,,,");
  }

  @Test
  void besideOtherModelsARowHasTheirInducingPointsAndItsReason() {
    AutoRow good = row("auto", "good", 2, 2.125);
    ResultRow beside = good.result(100);
    assertThat(beside.key()).isEqualTo(new ResultRow.Key("boston", "auto", 100, 2, 1));
    assertThat(beside.scores()).isEqualTo(good.scores());
    assertThat(beside.made()).isEqualTo(MADE);
    AutoRow failed = AutoRow.failed(good.key(), "no rows", 1.0, 1, MADE);
    assertThat(failed.result(100).failure()).isEqualTo("no rows");
  }

  @Test
  void qualitiesAreRowsOfTheirOwn() throws IOException {
    AutoFile file = new AutoFile(directory, "auto");
    file.append(row("auto", "good", 1, 2.125));
    assertThat(file.contains(row("auto", "good", 1, 0).key())).isTrue();
    assertThat(file.contains(row("auto", "best", 1, 0).key())).isFalse();
  }

  @Test
  void aFailureIsARowThatIsTriedAgain() throws IOException {
    AutoFile file = new AutoFile(directory, "auto");
    AutoRow.Key key = row("auto", "good", 1, 0).key();
    file.append(AutoRow.failed(key, "the bound is \"NaN\",\nat step 3", 1.0, 1, MADE));
    AutoRow read = file.rows().iterator().next();
    assertThat(read.isFailure()).isTrue();
    assertThat(read.spec()).isEqualTo("failed: the bound is 'NaN', at step 3");
    assertThat(file.contains(key)).isFalse();
  }

  @Test
  void thePageSaysFirstWhereAutoLoses() throws IOException {
    AutoFile file = new AutoFile(directory, "auto");
    file.append(row("auto", "good", 1, 2.5));
    file.append(row("auto", "good", 2, 9.0));
    file.append(row("catboost", "", 1, 2.25));
    file.append(row("ngboost", "", 1, 2.75));
    AutoPage.write(directory);
    String page = Files.readString(directory.resolve("auto.md"));
    assertThat(page)
        .as("compared on the split that both have")
        .contains("- boston: NLL 2.500 against 2.250 of CatBoost (1 of its splits)")
        .doesNotContain("of NGBoost (")
        .contains("| boston | 3 | NLL | 5.750 (2) | 2.250 (1) | 2.750 (1) |");
    assertThat(page.indexOf("falls short")).isLessThan(page.indexOf("## Numbers"));
  }
}
