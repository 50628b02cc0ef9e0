package io.github.tgp4j.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the peers' scripts, each in a Python environment of its own under .venv/. */
public final class PeerPython {
  private static final Path SCRIPTS = Path.of("tgp-benchmarks", "peers");

  private PeerPython() {}

  /** Runs a script in a peer's environment, which is made on first use; returns what it prints. */
  public static String run(String peer, String script, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(python(peer).toString(), SCRIPTS.resolve(script).toString()));
    command.addAll(arguments);
    return output(command);
  }

  /** What a command prints; its errors are left out. */
  public static String output(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    if (exitCode(process) != 0) {
      throw new IOException("failed; run " + String.join(" ", command) + " to see why");
    }
    return out;
  }

  private static Path python(String peer) throws IOException {
    Path home = Path.of(".venv", peer);
    Path python = home.resolve("bin").resolve("python");
    if (!Files.exists(home.resolve("ready"))) {
      System.err.println("installing " + peer + " into " + home + " …");
      install("python3", "-m", "venv", home.toString());
      install(
          python.toString(),
          "-m",
          "pip",
          "install",
          "-q",
          "-r",
          SCRIPTS.resolve("requirements-" + peer + ".txt").toString());
      Files.createFile(home.resolve("ready"));
    }
    return python;
  }

  private static void install(String... command) throws IOException {
    if (exitCode(new ProcessBuilder(command).inheritIO().start()) != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
  }

  private static int exitCode(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
