package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  private static final Scores SCORES =
      new Scores(-7.25, 1.25e-5, 0.5, 0.25, 0.95, Double.NaN, 0.125);

  @TempDir Path directory;

  private static ResultRow row(int split, double seconds) {
    return new ResultRow(
        new ResultRow.Key("naval", "ba-tgp", 100, split),
        SCORES,
        seconds,
        2000,
        "flow sal(3) @ mlp(50,50, relu); rate 0.01",
        "abc1234");
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    ResultFile file = new ResultFile(directory, "some");
    assertThat(file.rows()).isEmpty();
    file.append(row(1, 2.5));
    file.append(row(2, 3.5));
    assertThat(file.allRows()).containsExactly(row(1, 2.5), row(2, 3.5));
    assertThat(file.contains(row(2, 0).key())).isTrue();
    assertThat(file.contains(row(3, 0).key())).isFalse();
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
}
