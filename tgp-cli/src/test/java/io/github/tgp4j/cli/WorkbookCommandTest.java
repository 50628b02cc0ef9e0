package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tgp4j.cli.table.WorkbookFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workbook with a sheet to fit and one to predict gives what the same CSV files give. */
class WorkbookCommandTest {
  @TempDir private Path directory;

  private static String[] rows(Path csv) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(csv)) {
      List<String> cells = new ArrayList<>();
      for (String value : line.split(",")) {
        boolean number = value.matches("[-0-9.]+");
        cells.add(number ? WorkbookFile.number(value) : WorkbookFile.text(value));
      }
      rows.add(WorkbookFile.row(cells.toArray(String[]::new)));
    }
    return rows.toArray(String[]::new);
  }

  private static void fit(Path table, Path model) {
    Run run =
        Run.of(
            Run.quickFit(
                table, "--target", "price", "--exclude", "id", "--validation", 0, "--out", model));
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void sheetsAreTables() throws IOException {
    Path old = Samples.prices(directory, "old.csv", 60, 1);
    Path next = Samples.prices(directory, "next.csv", 20, 2);
    Path book =
        new WorkbookFile()
            .sheet("old", rows(old))
            .sheet("next", rows(next))
            .write(directory.resolve("prices.xlsx"));
    Path fromText = directory.resolve("a.tgp");
    Path fromBook = directory.resolve("b.tgp");
    fit(old, fromText);
    fit(book, fromBook);
    Run expected = Run.of("predict", fromText, next, "--keep", "id,colour");
    Run run = Run.of("predict", fromBook, book, "--sheet", "next", "--keep", "id,colour");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(expected.out()).hasLineCount(21);
    Run unseen = Run.of("evaluate", fromBook, book, "--sheet", "next");
    assertThat(unseen.out().replace("prices.xlsx, sheet next", "next.csv"))
        .isEqualTo(Run.of("evaluate", fromText, next).out());
    assertThat(unseen.err()).doesNotContain("these very rows");
    assertThat(Run.of("evaluate", fromBook, book).err()).contains("these very rows");
    Run wrong = Run.of("evaluate", fromBook, book, "--sheet", "nxt");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("did you mean next?");
    Run query = Run.of("evaluate", fromBook, "--sql", "select 1", "--sheet", "next");
    assertThat(query.code()).isEqualTo(2);
    assertThat(query.err()).contains("--sql: expected no options of a file");
  }
}
