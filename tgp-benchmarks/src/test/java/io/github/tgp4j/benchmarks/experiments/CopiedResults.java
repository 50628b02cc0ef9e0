package io.github.tgp4j.benchmarks.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Pages made anew from a copy of the repository's rows and notes. */
final class CopiedResults {
  private CopiedResults() {}

  /** Copies rows and notes and makes the pages of them; returns where. */
  static Path pages(Path results, Path parent) throws IOException {
    Path to = parent.resolve("docs").resolve("results");
    Files.createDirectories(to.resolve("notes"));
    for (Path part : List.of(Path.of(""), Path.of("notes"))) {
      try (Stream<Path> files = Files.list(results.resolve(part))) {
        for (Path file : files.filter(f -> f.toString().matches(".*\\.(csv|txt)")).toList()) {
          Files.copy(file, to.resolve(part).resolve(file.getFileName()));
        }
      }
    }
    new Pages().run(ExperimentOptions.parse(List.of("--results", to.toString())));
    return to;
  }
}
