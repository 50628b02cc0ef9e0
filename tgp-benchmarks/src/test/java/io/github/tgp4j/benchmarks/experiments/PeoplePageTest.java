package io.github.tgp4j.benchmarks.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.benchmarks.rows.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeoplePageTest {
  @TempDir private Path results;

  @Test
  void rowsAreReadAsTheyWereWritten() throws IOException {
    Files.createDirectories(results.resolve("notes"));
    Files.writeString(results.resolve("notes/people.txt"), "# Tables\n");
    Provenance made = Provenance.now(1, "");
    PeoplePage.Row row =
        new PeoplePage.Row(
            "prices", 400, "good", "Good. 'Typical' error 1,234 | 5", "a, b", "", 61.25, made);
    assertThat(PeoplePage.Row.of(row.toCsv()))
        .usingRecursiveComparison()
        .ignoringFields("seconds")
        .isEqualTo(row);
    PeoplePage page = new PeoplePage(results);
    page.put(row);
    page.put(new PeoplePage.Row("ids", 400, "good", "Fair.", "c", "too wide", 2, made));
    PeoplePage again = new PeoplePage(results);
    assertThat(again.has("prices", "good")).isTrue();
    assertThat(again.has("prices", "fast")).isFalse();
    assertThat(results.resolve("people.md"))
        .content()
        .contains("# Tables", "| yes |", "no: too wide", "1,234 \\| 5");
  }
}
