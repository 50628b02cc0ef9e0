package io.github.tgp4j.benchmarks.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted in the end, with all that is in it. */
public final class ScratchDirectory {
  private final Path path;

  /** A new one, with this at the beginning of its name. */
  public ScratchDirectory(String name) {
    try {
      path = Files.createTempDirectory(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** The place of a file in it. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** Names of its files, in order. */
  List<String> names() throws IOException {
    try (Stream<Path> inside = Files.list(path)) {
      return inside.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** With all that is in it. */
  public void delete() {
    try (Stream<Path> inside = Files.walk(path)) {
      for (Path each : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
