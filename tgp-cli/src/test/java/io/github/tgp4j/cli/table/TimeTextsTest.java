package io.github.tgp4j.cli.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.ColumnType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dates and times as people write them are times, and it is said how they were read. */
class TimeTextsTest {
  @TempDir private Path directory;

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("t.csv"), List.of(lines));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "14.03.2024 10:15 | 2.12.2023 9:05 | 2024-03-14T10:15:00Z",
        "3/14/2024 10:15 PM | 12/2/2023 9:05 AM | 2024-03-14T22:15:00Z",
        "14/03/2024 10:15 | 02/12/2023 09:05 | 2024-03-14T10:15:00Z",
        "Mar 14, 2024 | Dec 2, 2023 | 2024-03-14T00:00:00Z",
        "14-Mar-24 | 2-Dec-23 | 2024-03-14T00:00:00Z",
        "14 March 2024 | 2 December 2023 | 2024-03-14T00:00:00Z",
        "Mar 2024 | Dec 2023 | 2024-03-01T00:00:00Z",
        "2024-03 | 2023-12 | 2024-03-01T00:00:00Z",
        "2024-03-14T10:15+01:00 | 2023-12-02T09:05+01:00 | 2024-03-14T09:15:00Z",
        // without one that tells, months come first
        "03/04/2024 10:15 | 02/12/2023 09:05 | 2024-03-04T10:15:00Z",
      })
  void areTimes(String first, String second, String expected) throws IOException {
    Path file = file("when;y", first + ";1", ";3", second + ";2");
    try (DuckTable table = Tables.open(file)) {
      Chunk chunk = table.next();
      assertThat(chunk.columns().get(0).type()).isEqualTo(ColumnType.TIME);
      assertThat(chunk.numbers(0)[0]).isEqualTo(Instant.parse(expected).getEpochSecond());
      assertThat(chunk.numbers(0)[1]).isNaN();
      assertThat(table.notes()).hasSize(1);
      assertThat(table.notes().get(0)).startsWith("when: read as times: \"" + first + "\" is 2024");
    }
  }

  @Test
  void whatIsNotOneWayOfWritingStaysText() throws IOException {
    Path file = file("a;b;c", "Mar 14, 2024;12-05;1.2.3.4", "14-Mar-24;12-07;1.2.3.5");
    try (DuckTable table = Tables.open(file)) {
      assertThat(table.next().columns()).allMatch(c -> c.type() == ColumnType.CATEGORY);
      assertThat(table.notes()).isEmpty();
    }
  }

  @Test
  void aLaterTextIsNamed() throws IOException {
    String row = ",\"" + "x".repeat(90) + "\"\n"; // of a file that is not small
    String text =
        "when,y\n" + ("14-Mar-24" + row).repeat((int) ReadOptions.SAMPLE_ROWS + 9) + "soon" + row;
    Path file = Files.writeString(directory.resolve("t.csv"), text);
    assertThatThrownBy(
            () -> {
              try (DuckTable table = Tables.open(file)) {
                while (table.next() != null) {
                  // to the end
                }
              }
            })
        .isInstanceOf(TableException.class)
        .hasMessageContaining("expected a time, as in the first rows, but got \"soon\"")
        .hasMessageContaining("--infer-all");
  }
}
