package io.github.tgp4j.cuda;

import java.util.List;

/** Gives several things on the device back. */
final class Closing {
  private Closing() {}

  /** The last one first. */
  static void all(List<? extends AutoCloseable> resources) {
    for (int i = resources.size() - 1; i >= 0; i--) {
      try {
        resources.get(i).close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e); // nothing of ours throws one
      }
    }
  }
}
