package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir private Path root;

  @Test
  void countsBytesWhileFilesComeAndGo() throws IOException {
    Home home = new Home(root, Limits.DEFAULT);
    assertThat(home.used()).isZero();
    Files.createDirectories(home.models().resolve("m"));
    Files.write(home.models().resolve("m/1.tgp"), new byte[100]);
    Path table = Files.createDirectories(home.tables().resolve("a"));
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> comeAndGo(table, over));
    try {
      for (int k = 0; k < 3000; k++) {
        assertThat(home.used()).isBetween(100L, 200L);
      }
    } finally {
      over.set(true);
      other.join();
    }
    assertThat(home.used()).isEqualTo(100);
  }

  private static void comeAndGo(Path table, AtomicBoolean over) {
    try {
      while (!over.get()) {
        Path part = Files.createDirectory(table.resolve("x.part"));
        Path file = Files.write(part.resolve("rows"), new byte[50]);
        Files.delete(file);
        Files.delete(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
