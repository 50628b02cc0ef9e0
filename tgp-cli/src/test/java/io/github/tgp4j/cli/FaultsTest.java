package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.io.SavedModel;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.train.TrainingPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Full disks, devices and links, hostile tables and names: what the command does then. */
class FaultsTest {
  @TempDir private Path directory;
  private Path table;
  private Path model;

  @BeforeEach
  void makeTable() throws IOException {
    table = Samples.prices(directory, "prices.csv", 40, 1);
    model = directory.resolve("m.tgp");
  }

  private Run fit(Path data, Path to, Object... more) {
    List<Object> args = new java.util.ArrayList<>(List.of("--validation", "0", "--out", to));
    args.addAll(List.of(more));
    return Run.of(Run.quickFit(data, args.toArray()));
  }

  private static void refused(Run run, String... parts) {
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(parts).doesNotContain("\tat ");
  }

  @Test
  void devicesAndPipesAreNeverReplaced() throws IOException, InterruptedException {
    Path pipe = directory.resolve("pipe.html");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Path pipeCsv = Files.createSymbolicLink(directory.resolve("pipe.csv"), pipe);
    assertThat(fit(table, model).code()).isZero();
    refused(fit(table, pipe, "--force"), "not a regular file");
    refused(Run.of("predict", model, table, "--out", pipeCsv, "--force"), "not a regular file");
    refused(Run.of("report", model, table, "--out", pipe, "--force"), "not a regular file");
    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertThat(pipeCsv).isSymbolicLink();
  }

  @Test
  void linksLeadToTheFileThatIsWritten() throws IOException {
    Path real = Files.writeString(directory.resolve("real.tgp"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.tgp"), Path.of("real.tgp"));
    refused(fit(table, link), "exists already");
    assertThat(fit(table, link, "--force").code()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(ModelFile.read(real).model().inputs()).isPositive();
    Path csv = Files.createSymbolicLink(directory.resolve("p.csv"), Path.of("behind.csv"));
    assertThat(Run.of("predict", link, table, "--out", csv).code()).isZero();
    assertThat(csv).isSymbolicLink();
    assertThat(Files.readAllLines(directory.resolve("behind.csv"))).hasSize(41);
  }

  @Test
  void anotherProcessMayTakeTheName() throws IOException {
    assertThat(OutputFiles.free(model, false)).isEqualTo(model);
    Files.writeString(model, "theirs");
    Files.writeString(directory.resolve("m-2.tgp"), "theirs too");
    assertThat(OutputFiles.free(model, false)).isEqualTo(directory.resolve("m-3.tgp"));
    assertThat(OutputFiles.free(model, true)).isEqualTo(model);
  }

  /** The disk may be full, or the directory gone, when a long fit ends. */
  @Test
  void aModelThatCannotBeWrittenIsNotLost() throws IOException {
    assertThat(fit(table, model).code()).isZero();
    SavedModel saved = ModelFile.read(model);
    Path gone = directory.resolve("gone").resolve("m.tgp");
    Throwable said = catchThrowable(() -> OutputFiles.write(gone, saved));
    assertThat(said).isInstanceOf(UserException.class).hasMessageContaining("gone");
    Path aside =
        Path.of(said.getMessage().replaceAll("(?s).*lost: it is in (.*); move it.*", "$1"));
    assertThat(ModelFile.toBytes(ModelFile.read(aside))).isEqualTo(Files.readAllBytes(model));
    Files.delete(aside);
    Files.delete(aside.getParent());
  }

  @Test
  void deepJsonIsRefused() throws IOException {
    for (int depth : new int[] {65, 10_000, 1_000_000}) {
      String deep = "[".repeat(depth - 1) + "]".repeat(depth - 1);
      Path file =
          Samples.write(
              directory, "deep.json", "{\"a\":1,\"y\":1}\n{\"a\":" + deep + ",\"y\":1}\n");
      refused(fit(file, model), "deep.json", "line 2", "64 deep");
    }
    Path packed = directory.resolve("deep.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(("{\"a\":" + "{\"a\":".repeat(9_999)).getBytes(StandardCharsets.UTF_8));
    }
    refused(fit(packed, model), "64 deep");
  }

  @Test
  void bracketsInTextsAreNoDepth() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      String brackets = "[{\\\"\\\\".repeat(200);
      text.append("{\"a\":\"" + brackets + i % 2 + "\",\"x\":" + i + ",\"y\":" + i + ".5}\n");
    }
    Path file = Samples.write(directory, "texts.json", text.toString());
    Run run = fit(file, model, "--target", "y");
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void sqlIsOneSelect() throws IOException {
    Path written = directory.resolve("written.csv");
    String copy = "copy (select 1) to '" + written + "'";
    for (String sql :
        List.of(
            "select 1 as a, 2 as y; " + copy,
            copy,
            "select 1 as a) as t; " + copy + "; select * from (select 1 as a, 2 as y",
            "drop table x")) {
      Run run = Run.of("fit", "--sql", sql, "--out", model);
      refused(run, "--sql");
    }
    assertThat(written).doesNotExist();
    Run run =
        Run.of(
            "fit",
            "--sql",
            "with t as (from '" + table + "') select size, price from t; ",
            "--model",
            "svgp",
            "--epochs",
            "2",
            "--out",
            model);
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void namesWithPatternsAreRead() throws IOException {
    StringBuilder text = new StringBuilder("a;b;y\n");
    for (int i = 0; i < 30; i++) {
      text.append(i).append(";").append(i % 3).append(",5;").append(i % 7).append('\n');
    }
    Path file = Samples.write(directory, "semi[1].csv", text.toString());
    Run run = fit(file, model);
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void aPackedFileThatEndsTooEarlySaysSo() throws IOException {
    Path whole = directory.resolve("whole.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      Files.copy(table, out);
    }
    Path half = directory.resolve("half.csv.gz");
    for (int length : new int[] {3, 200}) {
      Files.write(half, java.util.Arrays.copyOf(Files.readAllBytes(whole), length));
      refused(fit(half, model), "broken gzip file: it ends too early");
    }
  }

  @Test
  void lostOutputIsAFailure() {
    StringWriter err = new StringWriter();
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PrintWriter out = new PrintWriter(full, true, StandardCharsets.UTF_8);
    out.println("scores");
    assertThat(Main.complete(0, out, new PrintWriter(err, true))).isEqualTo(2);
    assertThat(err.toString()).contains("standard output cannot be written");
    assertThat(Main.complete(130, out, new PrintWriter(err, true))).isEqualTo(130);
    PrintWriter good =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    assertThat(Main.complete(0, good, new PrintWriter(err, true))).isZero();
  }

  @Test
  void standardOutputThatIsFullFails() throws IOException, InterruptedException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    assertThat(fit(table, model).code()).isZero();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "info",
                "--json",
                model.toString())
            .redirectOutput(full.toFile())
            .redirectError(directory.resolve("err.txt").toFile())
            .start();
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(directory.resolve("err.txt")).content().contains("standard output");
  }

  @Test
  void aModelOfNumbersSaysThatItHasNoColumns() throws IOException {
    double[][] x = new double[20][];
    double[] y = new double[20];
    for (int i = 0; i < 20; i++) {
      x[i] = new double[] {i, i % 3};
      y[i] = Math.sin(i);
    }
    ModelFile.write(model, Tgp.builder().inducing(3).plan(TrainingPlan.ofSteps(3)).fit(x, y));
    Run info = Run.of("info", model);
    assertThat(info.code()).as(info.err()).isZero();
    assertThat(info.out()).contains("2 numbers without names");
    assertThat(Run.of("info", model, "--json").code()).isZero();
    Path csv = directory.resolve("p.csv");
    refused(Run.of("evaluate", model, table), "fitted to numbers");
    refused(Run.of("predict", model, table, "--out", csv), "fitted to numbers");
    refused(
        Run.of("report", model, table, "--out", directory.resolve("r.html")), "fitted to numbers");
  }

  @Test
  void namesFromFilesDoNotReachTheTerminalAsCommands() throws IOException {
    String escape = "\u001b[2J\u202e";
    Path file =
        Samples.write(
            directory, "esc.csv", Files.readString(table).replace("size,", escape + "size,"));
    Run run = fit(file, model, "--target", "price");
    assertThat(run.code()).as(run.err()).isZero();
    Run info = Run.of("info", model);
    assertThat(info.out()).contains("?[2J?size").doesNotContain("\u001b").doesNotContain("\u202e");
    assertThat(run.out() + run.err()).doesNotContain("\u001b");
    Run wrong = Run.of("info", directory.resolve("no\u001b[2J.tgp"));
    refused(wrong, "no?[2J.tgp");
    assertThat(wrong.err()).doesNotContain("\u001b");
  }
}
