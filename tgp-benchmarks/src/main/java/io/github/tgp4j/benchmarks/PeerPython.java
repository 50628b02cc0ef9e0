package io.github.tgp4j.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the peers' scripts and their Python environments are; {@code ./bench peers} makes these.
 */
public final class PeerPython {
  private static final Path SCRIPTS = Path.of("tgp-benchmarks", "peers");

  private PeerPython() {}

  public static Path script(String name) {
    return SCRIPTS.resolve(name);
  }

  /** The interpreter of a peer's environment. */
  public static Path of(String peer) throws IOException {
    Path home = Path.of(".venv", peer);
    if (!Files.exists(home.resolve("ready"))) {
      throw new IOException("no Python environment at " + home + "; ./bench peers makes it");
    }
    return home.resolve("bin").resolve("python");
  }
}
