package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  private static final String SPEC = "flow sal(3) @ mlp(50,50, relu); rate 0.01";
  private static final Scores SCORES =
      new Scores(
          -7.25,
          1.25e-5,
          0.5,
          0.25,
          0.95,
          Double.NaN,
          0.125,
          new CalibrationScores(
              List.of(0.5, 0.75, 0.875, 1.0),
              List.of(0.125, 0.125, 0.125, 0.125, 0.0, 0.25, 0.0, 0.0, 0.125, 0.125)),
          -7.125);
  private static final Provenance MADE =
      new Provenance(
          "abc1234",
          "clean",
          "2026-11-16T05:00:00Z",
          "AMD EPYC, 2 cores, 23 GB",
          "17.0.15",
          "1",
          "0.50",
          "0123456789ab");

  @TempDir Path directory;

  private static ResultRow row(int split, double seconds) {
    ResultRow.Key key = new ResultRow.Key("naval", "ba-tgp", 100, split, 2000 + split);
    return ResultRow.of(key, SCORES, seconds, 2000, SPEC, MADE);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ResultFile file = new ResultFile(directory, "some");
    assertThat(file.rows()).isEmpty();
    file.append(row(1, 2.5));
    file.append(row(2, 3.5));
    assertThat(file.allRows()).containsExactly(row(1, 2.5), row(2, 3.5));
    assertThat(file.allRows().get(0).made().isComplete()).isTrue();
  }

  /** Another spec is another fit: its row does not count as done. */
  @Test
  void onlyTheSameSpecIsTheSameFit() throws IOException {
    ResultFile file = new ResultFile(directory, "some");
    file.append(row(2, 3.5));
    assertThat(file.contains(row(2, 0).key(), SPEC)).isTrue();
    assertThat(file.contains(row(2, 0).key(), SPEC + "; 100 steps")).isFalse();
    assertThat(file.contains(row(3, 0).key(), SPEC)).isFalse();
    assertThat(file.containsBeginning(row(2, 0).key(), "flow sal(3)")).isTrue();
    assertThat(file.containsBeginning(row(2, 0).key(), "flow sal(1)")).isFalse();
  }

  @Test
  void theLastRowOfAKeyCounts() throws IOException {
    ResultFile file = new ResultFile(directory, "some");
    file.append(row(1, 2.5));
    file.append(row(1, 9.5));
    assertThat(file.rows()).containsExactly(row(1, 9.5));
  }

  @Test
  void smallNumbersKeepTheirDigits() {
    assertThat(ResultRow.parse(row(1, 2.5).line()).scores().rmse()).isEqualTo(1.25e-5);
  }

  /** Rows of before seeds, machines and data were recorded. */
  @Test
  void oldRowsAreReadAndGivenEmptyCells() throws IOException {
    String header = ResultRow.HEADER.substring(0, ResultRow.HEADER.indexOf(",seed"));
    String old = "naval,svgp,100,3,-9.1,1e-5,,,0.99,,9.0,0.1,1000,\"flow identity\",abc1234";
    Path path = directory.resolve("some.csv");
    Files.writeString(path, header + "\n" + old + "\n");
    ResultFile file = new ResultFile(directory, "some");
    ResultRow before = file.allRows().get(0);
    assertThat(before.key().seed()).as("it was the split's number").isEqualTo(3);
    assertThat(before.made()).isEqualTo(Provenance.ofCommit("abc1234"));
    assertThat(before.scores().calibration()).isEqualTo(CalibrationScores.NONE);
    file.append(row(1, 2.5));
    assertThat(file.allRows()).containsExactly(before, row(1, 2.5));
    assertThat(Files.readAllLines(path))
        .containsExactly(ResultRow.HEADER, old + ",".repeat(15), row(1, 2.5).line());
  }

  @Test
  void otherFilesAreNotTouched() throws IOException {
    Path path = directory.resolve("some.csv");
    Files.writeString(path, "kind,seed\nspecs,1\n");
    assertThatThrownBy(() -> new ResultFile(directory, "some").append(row(1, 2.5)))
        .hasMessageContaining("got kind,seed");
    assertThat(Files.readString(path)).isEqualTo("kind,seed\nspecs,1\n");
    assertThatThrownBy(() -> ResultRow.parse("a,b")).hasMessageContaining("got 2");
  }

  /** Pages show that there was a fit, and why it has no scores. */
  @Test
  void aFailedFitIsARowOfThePage() throws IOException {
    ResultFile file = new ResultFile(directory, "large");
    file.append(row(1, 2.5));
    ResultRow.Key key = new ResultRow.Key("naval", "ba-tgp", 100, 2);
    file.append(ResultRow.failed(key, "the bound is\n\"NaN\"", 1.0, SPEC, MADE));
    assertThat(file.contains(key, SPEC)).as("it would fail again").isTrue();
    new Pages().run(ExperimentOptions.parse(List.of("--results", directory.toString())));
    assertThat(Files.readString(directory.resolve("large.md")))
        .contains("naval, BA-TGP, M = 100, split 2, seed 2: the bound is 'NaN'")
        .contains("| naval | 100 | 1 | -7.250 (1 failed) |");
  }

  @Test
  void seedsOfASplitAreAveragedFirst() {
    List<ResultRow> rows =
        IntStream.of(1, 1001, 2)
            .mapToObj(seed -> new ResultRow.Key("a", "svgp", 5, seed % 1000, seed))
            .map(key -> ResultRow.of(key, nll(key.seed()), 1, 1, "", MADE))
            .toList();
    double[] values = new ResultSummary(rows).values("a", "svgp", 5, Score.NLL.of());
    assertThat(values).containsExactly(501, 2);
  }

  private static Scores nll(double nll) {
    return new Scores(nll, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void coverageAndHistogramOfKnownValues() {
    double[] u = {0.0, 0.04, 0.11, 0.3, 0.5, 0.74, 0.76, 0.91, 0.996, 1.0};
    CalibrationScores calibration = CalibrationScores.of(u);
    assertThat(calibration.coverage(50)).isEqualTo(0.3);
    assertThat(calibration.coverage(80)).isEqualTo(0.5, within(1e-12));
    assertThat(calibration.coverage(90)).isEqualTo(0.6, within(1e-12));
    assertThat(calibration.coverage(99)).isEqualTo(0.7, within(1e-12));
    assertThat(calibration.pit()).containsExactly(0.2, 0.1, 0.0, 0.1, 0.0, 0.1, 0.0, 0.2, 0.0, 0.3);
    assertThat(CalibrationScores.parsePit(calibration.pitCell())).isEqualTo(calibration.pit());
  }
}
