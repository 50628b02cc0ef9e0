package io.github.tgp4j.openblas;

import io.github.tgp4j.linalg.NativeLibrary;
import java.io.File;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * OpenBLAS from the jar of this platform. The library finds it as a service; nothing has to be
 * called.
 */
public final class OpenBlas implements NativeLibrary {
  /**
   * JavaCPP starts a thread that frees native memory behind unused objects. We make none, and the
   * thread would keep the class loader of a web application alive after its end. An application
   * that uses JavaCPP itself sets the property to {@code false}.
   */
  private static final String NO_COLLECTOR = "org.bytedeco.javacpp.nopointergc";

  @Override
  public String name() {
    return "OpenBLAS";
  }

  @Override
  public Path load() {
    if (System.getProperty(NO_COLLECTOR) == null) {
      System.setProperty(NO_COLLECTOR, "true");
    }
    File routines = new File(Loader.load(openblas_nolapack.class)).getParentFile();
    openblas_nolapack.blas_set_num_threads(1);
    return find(routines);
  }

  private static Path find(File directory) {
    File[] files =
        directory.listFiles((dir, name) -> name.contains("libopenblas") && !name.contains("jni"));
    if (files == null || files.length == 0) {
      throw new IllegalStateException("no libopenblas in " + directory);
    }
    return files[0].toPath();
  }
}
