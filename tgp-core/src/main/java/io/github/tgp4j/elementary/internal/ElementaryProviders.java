package io.github.tgp4j.elementary.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Chooses the provider: vectors when the module jdk.incubator.vector is there, one element at a
 * time otherwise, or what the system property {@code tgp4j.elementary} says ({@code vector} or
 * {@code scalar}). Both give the same bits.
 */
public final class ElementaryProviders {
  private static final String PROPERTY = "tgp4j.elementary";
  private static final String MODULE = "jdk.incubator.vector";

  private ElementaryProviders() {}

  /** The provider that the running JVM allows; logs the choice and its reason. */
  public static ElementaryProvider choose() {
    boolean present = ModuleLayer.boot().findModule(MODULE).isPresent();
    return choose(System.getProperty(PROPERTY), present, System.getLogger("io.github.tgp4j"));
  }

  static ElementaryProvider choose(String wanted, boolean modulePresent, Logger logger) {
    if (wanted != null && !wanted.equals("vector") && !wanted.equals("scalar")) {
      throw new IllegalArgumentException(
          "system property "
              + PROPERTY
              + ": expected vector or scalar but got "
              + wanted
              + "; leave it out to choose by what the JVM offers");
    }
    if ("scalar".equals(wanted)) {
      logger.log(Level.INFO, "elementary functions: scalar, as " + PROPERTY + " says");
      return new ScalarElementary();
    }
    if (!modulePresent) {
      String reason = "module " + MODULE + " is not there; add --add-modules " + MODULE;
      if ("vector".equals(wanted)) {
        throw new IllegalStateException(PROPERTY + "=vector: " + reason);
      }
      logger.log(Level.INFO, "elementary functions: scalar, three to six times slower: " + reason);
      return new ScalarElementary();
    }
    return vector(wanted, logger);
  }

  /** By name, so that this class loads without the module. */
  private static ElementaryProvider vector(String wanted, Logger logger) {
    try {
      Class<?> type = Class.forName("io.github.tgp4j.elementary.internal.VectorElementary");
      Object provider = type.getDeclaredConstructor().newInstance();
      logger.log(Level.DEBUG, "elementary functions: " + provider);
      return (ElementaryProvider) provider;
    } catch (ReflectiveOperationException | LinkageError e) {
      if (wanted != null) {
        throw new IllegalStateException(PROPERTY + "=vector: the vector API does not load", e);
      }
      logger.log(Level.INFO, "elementary functions: scalar: the vector API does not load", e);
      return new ScalarElementary();
    }
  }
}
