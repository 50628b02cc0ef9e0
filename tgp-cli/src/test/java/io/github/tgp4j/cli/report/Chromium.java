package io.github.tgp4j.cli.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser, where the machine has one. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final Path program;
  private final Path work;

  private Chromium(Path program, Path work) {
    this.program = program;
    this.work = work;
  }

  /** The first of the usual names on the path; empty where there is none. */
  static Optional<Chromium> find(Path work) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> new Chromium(program, work));
  }

  /** What the browser made of the page, and what it logged about it. */
  record Opened(String dom, String log) {}

  /**
   * Opens a page.
   *
   * @param fragment after its address
   */
  Opened open(Path page, String fragment, String... more) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of(more));
    options.add("--dump-dom");
    return run(page + fragment, options);
  }

  Opened run(Path page, List<String> options) throws IOException, InterruptedException {
    return run(page.toString(), options);
  }

  private Opened run(String page, List<String> options) throws IOException, InterruptedException {
    Path profile = Files.createTempDirectory(work, "profile");
    Path out = profile.resolveSibling(profile.getFileName() + ".out");
    Path log = profile.resolveSibling(profile.getFileName() + ".log");
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--enable-logging=stderr",
                "--user-data-dir=" + profile,
                "--virtual-time-budget=5000"));
    command.addAll(options);
    command.add("file://" + page);
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the browser did not end: " + command);
    }
    return new Opened(
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(log, StandardCharsets.UTF_8));
  }
}
