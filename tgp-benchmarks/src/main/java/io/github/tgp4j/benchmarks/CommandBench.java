package io.github.tgp4j.benchmarks;

import io.github.tgp4j.benchmarks.rows.SpeedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * {@code ./bench command}: how long the whole command takes, from its start to its end, and how
 * much memory at most. Needs a quiet machine.
 */
public final class CommandBench {
  private static final String PREDICTS = "predict ";

  private final Path directory;
  private final boolean record;
  private final String only; // what the settings to run have in their name; null for all

  private CommandBench(Path directory, boolean record, String only) {
    this.directory = directory;
    this.record = record;
    this.only = only;
  }

  public static void main(String[] args) throws IOException {
    List<String> options = List.of(args);
    boolean small = options.contains("--small"); // to see that it runs
    int at = options.indexOf("--only");
    String only = at >= 0 && at + 1 < args.length ? args[at + 1] : null;
    Path directory = Files.createTempDirectory("command");
    try {
      new CommandBench(directory, options.contains("--record"), only).run(small ? 100 : 1);
    } finally {
      try (var files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  private void run(int divisor) throws IOException {
    time("version", "--version");
    Path few = table("few.csv", 10_000 / divisor, 10);
    fit(few, "fast", 10_000 / divisor);
    fit(few, "good", 10_000 / divisor);
    fit(table("more.csv", 100_000 / divisor, 10), "good", 100_000 / divisor);
    fit(few, "best", 10_000 / divisor);
    Path model = directory.resolve("plain.tgp");
    Path nine = table("nine.csv", 10_000 / divisor, 9);
    time("", "fit", nine, "--target", "y", "--model", "svgp", "--inducing", "100", "--out", model);
    for (int rows : new int[] {200_000 / divisor, 1_000_000 / divisor}) {
      time(
          PREDICTS + rows + " rows of 9 columns with 3 quantiles (SVGP, M = 100)",
          "predict",
          model,
          table("new.csv", rows, 9),
          "--out",
          directory.resolve("out-" + rows + ".csv"),
          "--quantiles",
          "0.05,0.5,0.95");
    }
  }

  private void fit(Path table, String quality, int rows) throws IOException {
    time(
        "fit " + rows + " x 10, quality " + quality,
        "fit",
        table,
        "--target",
        "y",
        "--quality",
        quality,
        "--out",
        table.resolveSibling(quality + "-" + rows + ".tgp"));
  }

  /** Runs the command; nothing is recorded of one without a name. */
  private void time(String setting, Object... arguments) throws IOException {
    boolean prepares = setting.isEmpty() && only != null && PREDICTS.startsWith(only);
    if (only != null && !setting.contains(only) && !prepares) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("./tgp"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("log.txt").toFile())
            .start();
    double peak = 0.0;
    while (process.isAlive()) {
      peak = Math.max(peak, megabytes(process.pid()));
      pause();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          command + " failed: " + Files.readString(directory.resolve("log.txt")).trim());
    }
    System.out.printf(Locale.ROOT, "%-70s %8.2f s %8.0f MB%n", setting, seconds, peak);
    if (record && !setting.isEmpty()) {
      int threads = Runtime.getRuntime().availableProcessors();
      SpeedFile file = new SpeedFile(SpeedFile.RESULTS);
      file.append(new SpeedFile.Key("command", setting, threads, "tgp4j", "seconds"), seconds);
      if (peak > 0) {
        file.append(new SpeedFile.Key("command", setting, threads, "tgp4j", "peak_mb"), peak);
      }
    }
  }

  /** The most that a process has held in memory so far; 0 where the system does not say. */
  private static double megabytes(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("VmHWM"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0.0);
    } catch (IOException e) { // it has just ended
      return 0.0;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Skewed, with noise that depends on an input. */
  private Path table(String name, int rows, int inputs) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < inputs; j++) {
      text.append("x").append(j).append(",");
    }
    text.append("y\n");
    for (int i = 0; i < rows; i++) {
      double[] x = new double[inputs];
      for (int j = 0; j < inputs; j++) {
        x[j] = random.nextGaussian();
        text.append(String.format(Locale.ROOT, "%.5f,", x[j]));
      }
      double signal = Math.sin(2 * x[0]) + 0.5 * x[inputs - 1] + 0.3 * x[1] * x[2];
      double noise = 0.2 * (1 + Math.abs(x[3])) * random.nextGaussian();
      text.append(String.format(Locale.ROOT, "%.5f%n", Math.exp(0.5 * (signal + noise))));
    }
    Path file = directory.resolve(name);
    Files.writeString(file, text);
    return file;
  }
}
