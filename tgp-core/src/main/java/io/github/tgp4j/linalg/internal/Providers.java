package io.github.tgp4j.linalg.internal;

import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import dev.ludovic.netlib.lapack.JavaLAPACK;
import dev.ludovic.netlib.lapack.NativeLAPACK;
import java.io.File;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/** Chooses the BLAS provider: the bundled OpenBLAS, or pure Java where it does not load. */
public final class Providers {
  /**
   * System property: {@code native} (fail without it), {@code java}, or unset for native with
   * fallback.
   */
  public static final String PROPERTY = "tgp4j.blas";

  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.linalg");

  private Providers() {}

  /** The provider that {@link #PROPERTY} asks for. */
  public static BlasProvider choose() {
    String wish = System.getProperty(PROPERTY, "auto");
    switch (wish) {
      case "java":
        return logged(pureJava());
      case "native":
        return logged(openBlas());
      case "auto":
        try {
          return logged(openBlas());
        } catch (RuntimeException | LinkageError e) {
          LOG.log(
              System.Logger.Level.WARNING,
              "linear algebra falls back to pure Java, several times slower: OpenBLAS did not load ({0}); is"
                  + " org.bytedeco:openblas with this platform''s classifier on the class path?",
              e);
          return logged(pureJava());
        }
      default:
        throw new IllegalArgumentException(
            PROPERTY + ": expected auto, native or java but got " + wish + "; unset it for auto");
    }
  }

  /** Netlib's pure-Java routines, which use the Vector API where it is present. */
  public static BlasProvider pureJava() {
    var blas = JavaBLAS.getInstance();
    return new NetlibProvider(
        blas, JavaLAPACK.getInstance(), "pure Java (" + blas.getClass().getSimpleName() + ")");
  }

  private static BlasProvider openBlas() {
    File routines = new File(Loader.load(openblas_nolapack.class)).getParentFile();
    File library = find(routines);
    // Our own threads split the rows; a second level inside BLAS would only get in their way, and
    // would make results
    // depend on the number of cores.
    openblas_nolapack.blas_set_num_threads(1);
    System.setProperty("dev.ludovic.netlib.blas.nativeLibPath", library.getPath());
    System.setProperty("dev.ludovic.netlib.lapack.nativeLibPath", library.getPath());
    return new NetlibProvider(
        NativeBLAS.getInstance(),
        NativeLAPACK.getInstance(),
        "OpenBLAS (" + openblas_nolapack.blas_get_vendor() + ")");
  }

  private static File find(File directory) {
    File[] files =
        directory.listFiles((dir, name) -> name.contains("libopenblas") && !name.contains("jni"));
    if (files == null || files.length == 0) {
      throw new IllegalStateException("no libopenblas in " + directory);
    }
    return files[0];
  }

  private static BlasProvider logged(BlasProvider provider) {
    LOG.log(System.Logger.Level.DEBUG, "linear algebra by {0}", provider.description());
    return provider;
  }
}
