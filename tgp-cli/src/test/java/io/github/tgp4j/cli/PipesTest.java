package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tgp4j.cli.table.WorkbookFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables from standard input, and predictions to standard output. */
class PipesTest {
  @TempDir private Path directory;

  private static Run with(byte[] input, Object... args) {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(input));
      return Run.of(args);
    } finally {
      System.setIn(before);
    }
  }

  private Path fitted(Path table) throws IOException {
    Path model = directory.resolve("m.tgp");
    Object[] fit =
        Run.quickFit(
            "-", "--target", "price", "--exclude", "id", "--validation", 0, "--out", model);
    Run run = with(Files.readAllBytes(table), fit);
    assertThat(run.code()).as(run.err()).isZero();
    return model;
  }

  @Test
  void fromStandardInputToStandardOutput() throws IOException {
    Path table = Samples.prices(directory, "prices.csv", 60, 1);
    Path model = fitted(table);
    assertThat(Run.of("info", model).out()).contains("standard input");
    Path next = Samples.prices(directory, "next.csv", 20, 2);
    Path file = directory.resolve("p.csv");
    assertThat(Run.of("predict", model, next, "--out", file).code()).isZero();
    Run piped = with(Files.readAllBytes(next), "predict", model, "-");
    assertThat(piped.code()).as(piped.err()).isZero();
    assertThat(piped.out()).isEqualTo(Files.readString(file));
    assertThat(piped.err()).contains("20 rows predicted");
    assertThat(Run.of("predict", model, next, "--out", "-").out()).isEqualTo(piped.out());
    Run seen = with(Files.readAllBytes(table), "evaluate", model, "-");
    assertThat(seen.err()).contains("these very rows of standard input");
  }

  @Test
  void aReaderThatHasEnoughIsNoFault() {
    for (String message : new String[] {"Broken pipe", "The pipe is being closed", "disk full"}) {
      PrintedOutput printed =
          new PrintedOutput(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  throw new IOException(message);
                }
              });
      PrintWriter out = new PrintWriter(printed, true, StandardCharsets.UTF_8);
      out.println("1.5");
      assertThat(out.checkError()).isTrue();
      assertThat(printed.isReaderGone()).isEqualTo(message.contains("pipe"));
    }
  }

  @Test
  void jsonAndWorkbooksAreSeenFromTheirFirstBytes() throws IOException {
    Path model = fitted(Samples.prices(directory, "prices.csv", 60, 1));
    Path book =
        new WorkbookFile()
            .sheet(
                "One",
                WorkbookFile.row(WorkbookFile.text("size"), WorkbookFile.text("colour")),
                WorkbookFile.row(WorkbookFile.number(1.5), WorkbookFile.text("red")))
            .write(directory.resolve("one.xlsx"));
    assertThat(with(Files.readAllBytes(book), "predict", model, "-").out().lines()).hasSize(2);
    byte[] json = "{\"size\": 1.5, \"colour\": \"red\"}\n".getBytes(StandardCharsets.UTF_8);
    assertThat(with(json, "predict", model, "-").out().lines()).hasSize(2);
    Run empty = with(new byte[0], "predict", model, "-");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("standard input: is empty");
  }

  @Test
  void aReaderThatHasEnoughIsNoError() throws IOException {
    Path model = fitted(Samples.prices(directory, "prices.csv", 60, 1));
    Path next = Samples.prices(directory, "next.csv", 20, 2);
    StringWriter err = new StringWriter();
    Writer gone =
        new Writer() {
          @Override
          public void write(char[] text, int at, int count) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    int code =
        Main.run(
            new PrintWriter(gone), new PrintWriter(err), "predict", model + "", next.toString());
    assertThat(code).as(err.toString()).isZero();
  }

  @Test
  void keptColumnsStayAsTheyWere() throws IOException {
    Path model = fitted(Samples.prices(directory, "prices.csv", 60, 1));
    String rows =
        "id,size,colour,sold,city\n"
            + "123456789012345678,1.50,red,17.05.2026,Zürich\n"
            + "007,2.0,blue,18.05.2026,\"a, b\"\n";
    Path next = Samples.write(directory, "next.csv", rows);
    Run run = Run.of("predict", model, next, "--keep", "id,size,sold,city", "--quantiles", "0.5");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines().toList().get(1))
        .startsWith("123456789012345678,1.50,17.05.2026,Zürich,");
    assertThat(run.out().lines().toList().get(2)).startsWith("007,2.0,18.05.2026,\"a, b\",");
  }

  @Test
  void digits() throws IOException {
    Path model = fitted(Samples.prices(directory, "prices.csv", 60, 1));
    Path next = Samples.prices(directory, "next.csv", 20, 2);
    Run run = Run.of("predict", model, next, "--digits", 3, "--keep", "size");
    assertThat(run.code()).as(run.err()).isZero();
    String row = run.out().lines().toList().get(1);
    String whole = Run.of("predict", model, next).out().lines().toList().get(1);
    String[] rounded = row.split(",");
    assertThat(rounded[0]).hasSize(6); // as it is in the file
    for (int j = 1; j < rounded.length; j++) {
      double exact = Double.parseDouble(whole.split(",")[j - 1]);
      assertThat(Double.parseDouble(rounded[j])).isEqualTo(exact, within(Math.abs(exact) / 100));
      assertThat(rounded[j].replaceAll("[-.]|^-?0\\.0*", "")).hasSizeLessThanOrEqualTo(3);
    }
    Run wrong = Run.of("predict", model, next, "--digits", 0);
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--digits: expected 1 to 17");
  }

  @Test
  void letters() throws IOException {
    Path table = directory.resolve("latin.csv");
    String rows = Files.readString(Samples.prices(directory, "p.csv", 60, 1));
    String french = rows.replace("red", "doré").replace("price", "prix (€)");
    Files.write(table, french.getBytes("windows-1252"));
    Path model = directory.resolve("m.tgp");
    Object[] fit = {
      "fit",
      table,
      "--exclude",
      "id",
      "--model",
      "svgp",
      "--epochs",
      5,
      "--inducing",
      5,
      "--validation",
      0,
      "--out",
      model
    };
    Run run = Run.of(fit);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("not UTF-8: read as windows-1252", "--encoding");
    assertThat(run.out()).contains("prix (€)");
    Files.write(table, french.getBytes(StandardCharsets.UTF_16));
    Run predicted = Run.of("predict", model, table);
    assertThat(predicted.code()).as(predicted.err()).isZero();
    assertThat(predicted.err()).doesNotContain("warning: colour");
    Run wrong = Run.of("predict", model, table, "--encoding", "klingon");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains("--encoding", "klingon", "windows-1252");
  }
}
