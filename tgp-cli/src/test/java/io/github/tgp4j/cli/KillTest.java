package io.github.tgp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed leaves no half-written output, and a fit goes on from its checkpoint.
 */
class KillTest {
  @TempDir private Path directory;

  private Process start(Object... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-modules=jdk.incubator.vector");
    command.add("-Dtgp.checkpoint.milliseconds=1");
    command.add("-Xmx500m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    for (Object arg : args) {
      command.add(arg.toString());
    }
    File log = directory.resolve("log.txt").toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
  }

  /** Kills the process once the condition holds; says whether it was still running then. */
  private static boolean killWhen(Process process, BooleanSupplier condition)
      throws InterruptedException {
    while (!condition.getAsBoolean() && process.isAlive()) {
      Thread.sleep(5);
    }
    boolean running = process.isAlive();
    process.destroyForcibly();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return running;
  }

  private boolean has(String part) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.anyMatch(file -> file.getFileName().toString().contains(part));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFitThatWasKilledGoesOn() throws IOException, InterruptedException {
    Path table = Samples.prices(directory, "prices.csv", 200, 1);
    Path model = directory.resolve("m.tgp");
    Object[] fit = {
      "fit",
      table,
      "--model",
      "tgp",
      "--exclude",
      "id",
      "--inducing",
      "20",
      "--epochs",
      "1500",
      "--out",
      model
    };
    Process process = start(fit);
    assertThat(killWhen(process, () -> Files.exists(directory.resolve("m.tgp.checkpoint"))))
        .as(Files.readString(directory.resolve("log.txt")))
        .isTrue();
    assertThat(model).doesNotExist();

    Object[] resumed = java.util.Arrays.copyOf(fit, fit.length + 1);
    resumed[fit.length] = "--resume";
    Run run = Run.of(resumed);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(directory.resolve("m.tgp.checkpoint")).doesNotExist();

    Path whole = directory.resolve("whole.tgp");
    fit[fit.length - 1] = whole;
    assertThat(Run.of(fit).code()).isZero();
    assertThat(predictions(model)).isEqualTo(predictions(whole));
  }

  private String predictions(Path model) throws IOException {
    Path out = directory.resolve(model.getFileName() + ".csv");
    Run run = Run.of("predict", model, directory.resolve("prices.csv"), "--out", out);
    assertThat(run.code()).as(run.err()).isZero();
    return Files.readString(out);
  }

  @Test
  void aPredictionThatWasKilledLeavesNoFile() throws IOException, InterruptedException {
    Path table = Samples.prices(directory, "prices.csv", 60, 1);
    Path model = directory.resolve("m.tgp");
    Run.of(
        "fit",
        table,
        "--model",
        "svgp",
        "--exclude",
        "id",
        "--inducing",
        "5",
        "--epochs",
        "5",
        "--validation",
        "0",
        "--out",
        model);
    Path large = Samples.prices(directory, "large.csv", 400_000, 2);
    Path out = directory.resolve("predictions.csv");
    Process process = start("predict", model, large, "--out", out);
    assertThat(killWhen(process, () -> has(".predictions.csv") || has("predictions.csv.")))
        .as(Files.readString(directory.resolve("log.txt")))
        .isTrue();
    assertThat(out).doesNotExist();
  }
}
