package io.github.tgp4j.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ./bench peers}: our SVGP step and the same step in GPyTorch and GPflow, in turn within one
 * run. Each peer has a Python environment of its own under .venv/, made on first use.
 */
public final class PeersBench {
  private static final Path SCRIPTS = Path.of("tgp-benchmarks", "peers");
  private static final Map<String, String> PEERS =
      Map.of("gpytorch", "gpytorch_svgp.py", "gpflow", "gpflow_svgp.py");
  private static final Pattern STEP = Pattern.compile("\"step_us\": ([0-9.]+)");

  private PeersBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path json = args.length == 2 && args[0].equals("--json") ? Path.of(args[1]) : null;
    if (args.length > 0 && json == null) {
      System.err.println("usage: ./bench peers [--json FILE]");
      System.exit(2);
    }
    List<String> lines = new ArrayList<>();
    System.out.printf(
        "%7s %3s %4s %6s %12s %14s %14s %10s %10s%n",
        "n", "d", "m", "batch", "tgp4j µs", "GPyTorch µs", "GPflow µs", "GPyTorch/", "GPflow/");
    for (StepCase step : StepCase.ALL) {
      if (!step.flow().equals("identity")) {
        continue;
      }
      double ours = SpeedBench.measure(step, 1, 4.0).stepMicros();
      double gpytorch = peer("gpytorch", step, lines);
      double gpflow = peer("gpflow", step, lines);
      double again = SpeedBench.measure(step, 1, 4.0).stepMicros();
      ours = Math.max(ours, again); // the machine may have been quieter for one of them
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"name\": \"svgp-step\", \"library\": \"tgp4j\", \"n\": %d, \"d\": %d, \"m\": %d, \"batch\": %d,"
                  + " \"threads\": 1, \"step_us\": %.1f}",
              step.n(),
              step.d(),
              step.m(),
              step.batch(),
              ours));
      System.out.printf(
          Locale.ROOT,
          "%7d %3d %4d %6d %12.0f %14.0f %14.0f %9.1f× %9.1f×%n",
          step.n(),
          step.d(),
          step.m(),
          step.batch(),
          ours,
          gpytorch,
          gpflow,
          gpytorch / ours,
          gpflow / ours);
    }
    if (json != null) {
      Files.writeString(json, "[\n  " + String.join(",\n  ", lines) + "\n]\n");
    }
  }

  private static double peer(String name, StepCase step, List<String> lines)
      throws IOException, InterruptedException {
    int steps = step.n() <= 1000 ? 300 : 40;
    ProcessBuilder builder =
        new ProcessBuilder(
            python(name).toString(),
            SCRIPTS.resolve(PEERS.get(name)).toString(),
            "--n=" + step.n(),
            "--d=" + step.d(),
            "--m=" + step.m(),
            "--batch=" + step.batch(),
            "--threads=1",
            "--steps=" + steps,
            "--json");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    if (process.waitFor() != 0) {
      throw new IOException(
          name + " failed; run " + String.join(" ", builder.command()) + " to see why");
    }
    String line = out.substring(out.lastIndexOf('\n') + 1);
    lines.add(line);
    Matcher matcher = STEP.matcher(line);
    if (!matcher.find()) {
      throw new IOException(name + ": no step_us in " + line);
    }
    return Double.parseDouble(matcher.group(1));
  }

  private static Path python(String name) throws IOException, InterruptedException {
    Path home = Path.of(".venv", name);
    Path python = home.resolve("bin").resolve("python");
    if (!Files.exists(home.resolve("ready"))) {
      System.err.println("installing " + name + " into " + home + " …");
      run("python3", "-m", "venv", home.toString());
      run(
          python.toString(),
          "-m",
          "pip",
          "install",
          "-q",
          "-r",
          SCRIPTS.resolve("requirements-" + name + ".txt").toString());
      Files.createFile(home.resolve("ready"));
    }
    return python;
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
  }
}
