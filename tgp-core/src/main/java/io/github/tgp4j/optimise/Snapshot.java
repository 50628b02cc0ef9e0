package io.github.tgp4j.optimise;

import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.List;
import java.util.Map;

/** A copy of a model's state to come back to. */
final class Snapshot {
  private final Parameters parameters;
  private final List<InducingPosterior> posteriors;
  private final double[] free;
  private final List<InducingPosterior> copies;

  /** Takes the current state. */
  Snapshot(Parameters parameters, List<InducingPosterior> posteriors) {
    this.parameters = parameters;
    this.posteriors = posteriors;
    this.free = parameters.free().clone();
    this.copies = SharedPosterior.copies(posteriors);
  }

  void take() {
    System.arraycopy(parameters.free(), 0, free, 0, free.length);
    for (int l = 0; l < copies.size(); l++) {
      copies.get(l).copyFrom(posteriors.get(l));
    }
  }

  /** Writes the copy under a prefix. */
  void store(String prefix, Map<String, double[]> numbers) {
    numbers.put(prefix + ".free", free);
    store(prefix, copies, numbers);
  }

  /** Takes what {@link #store(String, Map)} wrote. */
  void load(String prefix, TrainingState state) {
    System.arraycopy(state.sized(prefix + ".free", free.length), 0, free, 0, free.length);
    load(prefix, copies, state);
  }

  static void store(
      String prefix, List<InducingPosterior> posteriors, Map<String, double[]> numbers) {
    for (int l = 0; l < posteriors.size(); l++) {
      numbers.put(prefix + ".posterior-" + l, posteriors.get(l).state());
    }
  }

  static void load(String prefix, List<InducingPosterior> posteriors, TrainingState state) {
    for (int l = 0; l < posteriors.size(); l++) {
      posteriors.get(l).restore(state.numbers(prefix + ".posterior-" + l));
    }
  }

  void restore() {
    System.arraycopy(free, 0, parameters.free(), 0, free.length);
    parameters.refresh();
    for (int l = 0; l < copies.size(); l++) {
      posteriors.get(l).copyFrom(copies.get(l));
    }
  }
}
