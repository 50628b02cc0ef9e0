package io.github.tgp4j.cuda.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Compiled kernels in a folder, named by a hash of all that they depend on: source, device, driver
 * and compiler. A folder that cannot be written only costs the time to compile again.
 */
public final class KernelCache {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.cuda");

  private final Path folder;

  public KernelCache(Path folder) {
    this.folder = folder;
  }

  /** The user's: below {@code XDG_CACHE_HOME}, or {@code .cache} in the home folder. */
  public static KernelCache ofUser() {
    String given = System.getenv("XDG_CACHE_HOME");
    Path caches =
        given == null || given.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(given);
    return new KernelCache(caches.resolve("tgp4j").resolve("cuda"));
  }

  /**
   * What was made for that key, now or at an earlier time.
   *
   * @param key all that the result depends on
   */
  public byte[] get(String key, Supplier<byte[]> make) {
    Path file = folder.resolve(name(key));
    try {
      if (Files.isRegularFile(file)) {
        return Files.readAllBytes(file);
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "cache of kernels", e);
    }
    byte[] made = make.get();
    try {
      keep(file, made);
    } catch (IOException | UncheckedIOException e) {
      LOG.log(System.Logger.Level.DEBUG, "cache of kernels", e);
    }
    return made;
  }

  /** The file's name for a key. */
  static String name(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash) + ".cubin";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Under another name first, so that nobody reads half a file. */
  private void keep(Path file, byte[] made) throws IOException {
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, "part", ".cubin");
    Files.write(part, made);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
