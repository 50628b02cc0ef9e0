package io.github.tgp4j.linalg.internal;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import dev.ludovic.netlib.lapack.LAPACK;
import dev.ludovic.netlib.lapack.NativeLAPACK;
import io.github.tgp4j.linalg.NativeLibrary;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Chooses the BLAS provider: the {@link NativeLibrary} that is there, or pure Java where none is or
 * it does not load.
 */
public final class Providers {
  /**
   * System property: {@code native} (fail without it), {@code java}, or unset for native with
   * fallback.
   */
  public static final String PROPERTY = "tgp4j.blas";

  // Netlib announces its choice at INFO on every start; ours is logged here. The references keep
  // the level set.
  private static final List<Logger> QUIET =
      List.of(
          Logger.getLogger("dev.ludovic.netlib.blas.InstanceBuilder"),
          Logger.getLogger("dev.ludovic.netlib.lapack.InstanceBuilder"));

  static {
    QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
  }

  private Providers() {}

  /** The provider that {@link #PROPERTY} asks for. */
  public static BlasProvider choose() {
    return choose(
        System.getProperty(PROPERTY, "auto"),
        ServiceLoader.load(NativeLibrary.class, Providers.class.getClassLoader())
            .findFirst()
            .orElse(null),
        System.getLogger("io.github.tgp4j.linalg"));
  }

  static BlasProvider choose(String wish, NativeLibrary library, System.Logger log) {
    BlasProvider chosen =
        switch (wish) {
          case "java" -> pureJava();
          case "native" -> natively(library);
          case "auto" -> nativelyOrNot(library, log);
          default ->
              throw new IllegalArgumentException(
                  PROPERTY
                      + ": expected auto, native or java but got "
                      + wish
                      + "; unset it for auto");
        };
    log.log(System.Logger.Level.DEBUG, "linear algebra by " + chosen.description());
    return chosen;
  }

  private static BlasProvider nativelyOrNot(NativeLibrary library, System.Logger log) {
    if (library == null) {
      log.log(
          System.Logger.Level.INFO,
          "linear algebra in pure Java; training is three to six times quicker with " + artifact());
      return pureJava();
    }
    try {
      return natively(library);
    } catch (RuntimeException | LinkageError e) {
      log.log(
          System.Logger.Level.WARNING,
          "linear algebra falls back to pure Java, in which training takes three to six times as"
              + " long: "
              + library.name()
              + " did not load ("
              + e
              + "); this platform needs "
              + artifact()
              + (Providers.class.getModule().isNamed() ? onTheModulePath(artifact()) : ""));
      return pureJava();
    }
  }

  /**
   * Netlib's pure-Java routines, which use the Vector API where it is present. Taken by name:
   * asking netlib for them would have it try native libraries first and print what it did not find.
   */
  public static BlasProvider pureJava() {
    boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    String name = vectors ? "VectorBLAS" : "Java11BLAS";
    return new NetlibProvider(
        (BLAS) instance("dev.ludovic.netlib.blas." + name),
        (LAPACK) instance("dev.ludovic.netlib.lapack.F2jLAPACK"),
        "pure Java (" + name + ")");
  }

  private static Object instance(String type) {
    try {
      Method instance = Class.forName(type).getDeclaredMethod("getInstance");
      instance.setAccessible(true);
      return instance.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          type + ": not found as expected; is dev.ludovic.netlib there in another version?", e);
    }
  }

  private static BlasProvider natively(NativeLibrary library) {
    if (library == null) {
      throw new IllegalStateException(
          PROPERTY + "=native: expected a native library but there is none; add " + artifact());
    }
    String path = library.load().toString();
    System.setProperty("dev.ludovic.netlib.blas.nativeLibPath", path);
    System.setProperty("dev.ludovic.netlib.lapack.nativeLibPath", path);
    return new CappedProvider(
        new NetlibProvider(NativeBLAS.getInstance(), NativeLAPACK.getInstance(), library.name()),
        Runtime.getRuntime().availableProcessors());
  }

  /** Natives lie in a module that nothing requires. */
  static String onTheModulePath(String artifact) {
    String platform = artifact.substring(artifact.indexOf("openblas-") + "openblas-".length());
    return ", and on the module path --add-modules org.bytedeco.openblas."
        + platform.replace('-', '.');
  }

  /** What to add to the class path on this platform. */
  static String artifact() {
    return artifact(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  static String artifact(String system, String processor) {
    String os = system.toLowerCase(Locale.ROOT);
    String arch = processor.toLowerCase(Locale.ROOT);
    String platform =
        (os.startsWith("mac") ? "macosx" : os.startsWith("win") ? "windows" : "linux")
            + "-"
            + (arch.equals("aarch64") || arch.equals("arm64") ? "arm64" : "x86_64");
    return "the artifact io.github.tgp4j:tgp-openblas-" + platform;
  }
}
