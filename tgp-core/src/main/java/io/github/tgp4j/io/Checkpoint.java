package io.github.tgp4j.io;

import io.github.tgp4j.train.TrainingState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A piece of work that can be taken up again: runs in their middle and what others have come to. A
 * search of several candidates has one state for the one it is at, and results for those before.
 *
 * @param texts settings, fingerprints: what must be the same when the work is taken up
 * @param states of runs, by name
 * @param results numbers by name, such as scores; not copied, not to be modified
 */
public record Checkpoint(
    Map<String, String> texts, Map<String, TrainingState> states, Map<String, double[]> results) {
  public Checkpoint {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
  }
}
