package io.github.tgp4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  private static final long NO_PROCESS = 999_999_999_999L;

  @TempDir private Path directory;

  private static void write(Path to, String text) throws IOException {
    try (WholeFile file = WholeFile.at(to)) {
      Files.writeString(file.part(), text);
      file.finish();
    }
  }

  @Test
  void isThereWhenFinishedAndNotBefore() throws IOException {
    Path to = directory.resolve("a");
    try (WholeFile file = WholeFile.at(to)) {
      Files.writeString(file.part(), "half");
      assertThat(to).doesNotExist();
    }
    assertThat(directory).isEmptyDirectory();
    write(to, "whole");
    assertThat(to).hasContent("whole");
  }

  @Test
  void linksStayLinks() throws IOException {
    Path real = Files.writeString(directory.resolve("real"), "old");
    Path deep = Files.createDirectory(directory.resolve("d"));
    Path link = Files.createSymbolicLink(deep.resolve("link"), Path.of("..", "real"));
    Path second = Files.createSymbolicLink(deep.resolve("second"), Path.of("link"));
    write(second, "new");
    assertThat(second).isSymbolicLink();
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
    Path dangling = Files.createSymbolicLink(deep.resolve("dangling"), Path.of("nothing"));
    write(dangling, "made");
    assertThat(dangling).isSymbolicLink();
    assertThat(deep.resolve("nothing")).hasContent("made");
  }

  @Test
  void circlesOfLinksAreRefused() throws IOException {
    Path a = Files.createSymbolicLink(directory.resolve("a"), Path.of("b"));
    Files.createSymbolicLink(directory.resolve("b"), Path.of("a"));
    assertThatThrownBy(() -> WholeFile.at(a)).hasMessageContaining("circle");
  }

  @Test
  void whatIsNoRegularFileIsRefused() throws IOException, InterruptedException {
    assertThatThrownBy(() -> WholeFile.at(directory)).hasMessageContaining("directory");
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Path link = Files.createSymbolicLink(directory.resolve("link"), pipe);
    for (Path path : new Path[] {pipe, link}) {
      assertThatThrownBy(() -> WholeFile.at(path))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a regular file");
    }
    assertThat(Files.isRegularFile(pipe)).isFalse();
  }

  @Test
  void deletesWhatKilledProcessesLeft() throws IOException {
    Instant longAgo = Instant.now().minusSeconds(100_000);
    Path left = part("a", NO_PROCESS, longAgo);
    Path fresh = part("a", NO_PROCESS, Instant.now());
    Path alive = part("a", ProcessHandle.current().pid(), longAgo);
    Path other = part("b", NO_PROCESS, longAgo);
    write(directory.resolve("a"), "new");
    assertThat(left).doesNotExist();
    assertThat(fresh).exists();
    assertThat(alive).exists();
    assertThat(other).exists();
  }

  private Path part(String name, long process, Instant written) throws IOException {
    Path part = directory.resolve("." + name + "." + process + "-" + written.getNano() + ".part");
    Files.writeString(part, "half");
    return Files.setLastModifiedTime(part, FileTime.from(written));
  }
}
