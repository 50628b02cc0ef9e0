package io.github.tgp4j.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tables that were judged lately, so that a click on one of their bins does not predict all rows
 * again. A table never changes after its upload, and a version of a model never does.
 */
final class JudgedTables {
  private static final int MOST = 4;

  /**
   * What was judged.
   *
   * @param target place of it among the model's
   */
  record Key(ModelVersion version, String table, int target) {}

  private final Map<Key, JudgedRows> known = new LinkedHashMap<>(2 * MOST, 0.75f, true);

  /** The rows, predicted unless they are known. */
  JudgedRows get(Key key, Supplier<JudgedRows> predict) {
    synchronized (known) {
      JudgedRows found = known.get(key);
      if (found != null) {
        return found;
      }
    }
    JudgedRows judged = predict.get(); // others are not kept waiting
    synchronized (known) {
      known.put(key, judged);
      if (known.size() > MOST) {
        known.remove(known.keySet().iterator().next());
      }
    }
    return judged;
  }
}
