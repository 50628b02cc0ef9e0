package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with what was given is said, with exit code 2, and nothing is written. */
class RefusalsTest {
  @TempDir private Path directory;
  private Path table;
  private Path out;

  @BeforeEach
  void makeTable() throws IOException {
    table = Samples.prices(directory, "prices.csv", 60, 1);
    out = directory.resolve("out.tgp");
  }

  private void refused(Run run, String... parts) throws IOException {
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(parts).doesNotContain("\tat ");
    assertThat(out).doesNotExist();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".part") || name.startsWith("."));
    }
  }

  private Run fit(Path data, String... more) {
    Object[] args = new Object[6 + more.length];
    List<Object> first = List.of("fit", data, "--out", out, "--epochs", "1");
    for (int i = 0; i < args.length; i++) {
      args[i] = i < 6 ? first.get(i) : more[i - 6];
    }
    return Run.of(args);
  }

  @Test
  void noSuchFile() throws IOException {
    refused(fit(directory.resolve("nothing.csv")), "nothing.csv", "no such file");
  }

  @Test
  void notATable() throws IOException {
    byte[] bytes = new byte[4000];
    new java.util.Random(1).nextBytes(bytes);
    Path file = directory.resolve("picture.csv");
    Files.write(file, bytes);
    refused(fit(file), "picture.csv");
  }

  @Test
  void wrongDelimiter() throws IOException {
    Path file = Samples.write(directory, "semicolons.csv", "a;b;c\n1;2;3\n4;5;6\n7;8;9\n");
    refused(fit(file, "--delimiter", ","), "semicolons.csv", ";");
  }

  @Test
  void calibrationOfClasses() throws IOException {
    refused(fit(table, "--target", "colour", "--calibrate"), "calibrate", "colour", "quantiles");
  }

  @Test
  void noSuchColumn() throws IOException {
    refused(fit(table, "--target", "pirce"), "pirce", "did you mean price?");
    refused(fit(table, "--target", "price", "--features", "sise"), "did you mean size?");
    refused(fit(table, "--target", "price", "--exclude", "color"), "did you mean colour?");
  }

  @Test
  void textTargetForRegression() throws IOException {
    refused(fit(table, "--target", "colour", "--likelihood", "gaussian"), "colour", "likelihood");
  }

  @Test
  void oneClassOnly() throws IOException {
    Path file = Samples.write(directory, "one.csv", "a,b\n1,yes\n2,yes\n3,yes\n");
    refused(fit(file), "expected two classes or more", "yes");
  }

  @Test
  void tooManyClasses() throws IOException {
    StringBuilder text = new StringBuilder("a,name\n");
    for (int i = 0; i < 200; i++) {
      text.append(i % 7).append(",n").append(i % 90).append('\n');
    }
    refused(fit(Samples.write(directory, "names.csv", text.toString())), "at most 50", "got 90");
  }

  @Test
  void allRowsMissing() throws IOException {
    Path file = Samples.write(directory, "missing.csv", "a,b\n1,\n2,\n3,\n");
    refused(fit(file, "--target", "b"), "b", "missing");
  }

  @Test
  void raggedRows() throws IOException {
    Path file = Samples.write(directory, "ragged.csv", "a,b\n1,2\n3,4\n5,6,7,8\n9,10\n");
    refused(fit(file), "ragged.csv", "line 4");
  }

  @Test
  void wrongSpecText() throws IOException {
    refused(fit(table, "--kernel", "rbf + matern99"), "matern99", "^ column 7");
    refused(fit(table, "--flow", "sal(3"), "sal(3", "^ column");
    refused(fit(table, "--likelihood", "gausian"), "did you mean gaussian?");
  }

  @Test
  void wrongModel() throws IOException {
    refused(fit(table, "--model", "batgp"), "batgp", "ba-tgp");
  }

  @Test
  void wrongNumbers() throws IOException {
    refused(fit(table, "--inducing", "0"), "--inducing", "at least 1");
    refused(fit(table, "--validation", "1.5"), "--validation");
    refused(fit(table, "--seed", "x"), "--seed");
    refused(Run.of("fit", table, "--time-limit", "soon", "--out", out), "--time-limit", "60s");
    refused(Run.of("fit", table, "--model", "svgp", "--quality", "best"), "--quality", "auto");
    refused(Run.of("fit", table, "--model", "svgp", "--single"), "--single", "auto");
  }

  @Test
  void unwritableOutput() throws IOException {
    refused(Run.of("fit", table, "--out", directory.resolve("no/such/place.tgp")), "no directory");
    refused(Run.of("fit", table, "--out", directory), "is a directory");
    Path locked = Files.createDirectory(directory.resolve("locked"));
    assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked));
    refused(Run.of("fit", table, "--out", locked.resolve("m.tgp")), "cannot be written");
  }

  @Test
  void existingOutputIsKept() throws IOException {
    Path kept = Files.writeString(directory.resolve("kept.tgp"), "precious");
    refused(Run.of("fit", table, "--out", kept), "exists already", "--force");
    assertThat(kept).hasContent("precious");
  }

  @Test
  void brokenModelFiles() throws IOException {
    Path model = directory.resolve("good.tgp");
    assertThat(
            Run.of(
                    "fit",
                    table,
                    "--model",
                    "svgp",
                    "--inducing",
                    "5",
                    "--epochs",
                    "3",
                    "--validation",
                    "0",
                    "--out",
                    model)
                .code())
        .isZero();
    byte[] bytes = Files.readAllBytes(model);

    refused(Run.of("info", directory.resolve("none.tgp")), "none.tgp");
    Path foreign = Samples.write(directory, "foreign.tgp", "PK\u0003\u0004 this is something else");
    refused(Run.of("info", foreign), "foreign.tgp");
    Path empty = Samples.write(directory, "empty.tgp", "");
    refused(Run.of("info", empty), "empty.tgp");
    Path truncated = directory.resolve("truncated.tgp");
    Files.write(truncated, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    refused(Run.of("info", truncated), "truncated.tgp");
    Path tampered = directory.resolve("tampered.tgp");
    byte[] changed = bytes.clone();
    changed[bytes.length - 100] ^= 1;
    Files.write(tampered, changed);
    refused(
        Run.of("predict", tampered, table, "--out", directory.resolve("p.csv")), "tampered.tgp");
    assertThat(directory.resolve("p.csv")).doesNotExist();
    Path huge = directory.resolve("huge.tgp");
    Files.write(huge, bytes);
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.seek(8); // behind the magic: versions and lengths
      file.write(new byte[] {-1, -1, -1, 127, -1, -1, -1, 127});
    }
    refused(Run.of("info", huge), "huge.tgp");
    refused(Run.of("info", table), "prices.csv");
  }

  @Test
  void modelAndDataThatDoNotMatch() throws IOException {
    Path model = directory.resolve("good.tgp");
    Run.of(
        "fit",
        table,
        "--model",
        "svgp",
        "--inducing",
        "5",
        "--epochs",
        "3",
        "--validation",
        "0",
        "--out",
        model);
    Path other = Samples.write(directory, "other.csv", "id,sise,colour\n1,2.0,red\n");
    Path predictions = directory.resolve("p.csv");
    refused(Run.of("predict", model, other, "--out", predictions), "size", "sise");
    assertThat(predictions).doesNotExist();
    Path text = Samples.write(directory, "text.csv", "id,size,colour\n1,large,red\n2,small,red\n");
    refused(Run.of("predict", model, text, "--out", predictions), "size", "large");
    assertThat(predictions).doesNotExist();
  }

  @Test
  void wrongUsage() throws IOException {
    refused(Run.of(), "expected a command");
    refused(Run.of("fti"), "fti");
    refused(Run.of("fit"), "expected a table");
    refused(Run.of("fit", table, "--sql", "select 1"), "expected one of them");
    refused(Run.of("predict", "x.tgp", table), "x.tgp");
    refused(Run.of("fit", table, "--tagret", "price"), "--tagret");
  }

  @Test
  void wrongSplits() throws IOException {
    Path splits = Samples.write(directory, "s.txt", "0 1 2\n3 4\n");
    refused(Run.of("compare", table, "--splits", splits, "--split", "3"), "--split", "1 to 2");
    refused(Run.of("compare", table, "--splits", splits, "--split", "2-1"), "--split", "1-10");
    refused(Run.of("compare", table, "--splits", splits, "--folds", "3"), "expected one of them");
    refused(Run.of("compare", table, "--folds", "1"), "--folds", "2 to 60");
    Path outside = Samples.write(directory, "o.txt", "0 1 2\n3 60\n");
    refused(Run.of("compare", table, "--splits", outside), "o.txt", "60");
  }

  @Test
  void sqlThatIsNone() throws IOException {
    refused(Run.of("fit", "--sql", "selekt 1", "--out", out), "--sql", "syntax error");
  }

  @Test
  void resumeWithoutACheckpoint() throws IOException {
    refused(fit(table, "--resume"), "no checkpoint", "--checkpoint");
  }

  @Test
  void utf8NamesSurvive() throws IOException {
    Path file =
        Files.write(
            directory.resolve("größe.csv"),
            "größe,preis\n1,2\n2,3\n3,5\n4,6\n5,9\n".getBytes(StandardCharsets.UTF_8));
    refused(fit(file, "--target", "prais"), "did you mean preis?");
  }

  @Test
  void candidatesAreForAuto() throws IOException {
    refused(fit(table, "--model", "svgp", "--candidate", "tgp"), "--candidate", "auto");
    refused(fit(table, "--candidate", "tpg"), "did you mean tgp?");
    refused(fit(table, "--candidate", "tgp", "--flow", "sal(1)"), "--candidate", "--flow");
  }
}
