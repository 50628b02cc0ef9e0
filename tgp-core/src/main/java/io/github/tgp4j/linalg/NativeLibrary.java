package io.github.tgp4j.linalg;

import java.nio.file.Path;

/**
 * A native library with BLAS and LAPACK, found as a service: the artifacts {@code tgp-openblas-…}
 * bring one.
 */
public interface NativeLibrary {
  /** For logs. */
  String name();

  /**
   * Loads the library, tells it to use one thread, and returns where it lies. Our own threads split
   * the rows; a second level inside would get in their way and make results depend on the number of
   * cores.
   *
   * @throws RuntimeException or a LinkageError when it does not load here
   */
  Path load();
}
