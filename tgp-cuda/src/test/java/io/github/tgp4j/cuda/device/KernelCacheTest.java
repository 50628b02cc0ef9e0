package io.github.tgp4j.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCacheTest {
  private final AtomicInteger made = new AtomicInteger();

  private byte[] make() {
    return new byte[] {(byte) made.incrementAndGet()};
  }

  @Test
  void whatWasMadeIsFoundAgain(@TempDir Path folder) {
    KernelCache cache = new KernelCache(folder.resolve("deep").resolve("down"));
    assertThat(cache.get("source, sm_90, 13000", this::make)).containsExactly(1);
    assertThat(cache.get("source, sm_90, 13000", this::make)).containsExactly(1);
    assertThat(
            new KernelCache(folder.resolve("deep").resolve("down"))
                .get("source, sm_90, 13000", this::make))
        .containsExactly(1);
  }

  @Test
  void everyPartOfTheKeyCounts(@TempDir Path folder) {
    KernelCache cache = new KernelCache(folder);
    assertThat(cache.get("source, sm_90, 13000", this::make)).containsExactly(1);
    assertThat(cache.get("source, sm_89, 13000", this::make)).containsExactly(2);
    assertThat(cache.get("source, sm_90, 13010", this::make)).containsExactly(3);
    assertThat(cache.get("Source, sm_90, 13000", this::make)).containsExactly(4);
  }

  @Test
  void aFolderThatCannotBeWrittenCostsTimeAlone(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    KernelCache cache = new KernelCache(file.resolve("below"));
    assertThat(cache.get("key", this::make)).containsExactly(1);
    assertThat(cache.get("key", this::make)).containsExactly(2);
  }

  @Test
  void noHalfFileIsLeft(@TempDir Path folder) throws Exception {
    new KernelCache(folder).get("key", this::make);
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactly(KernelCache.name("key"));
    }
  }
}
