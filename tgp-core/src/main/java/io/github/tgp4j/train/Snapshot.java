package io.github.tgp4j.train;

import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;

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
    this.copies = posteriors.stream().map(InducingPosterior::copy).toList();
  }

  void take() {
    System.arraycopy(parameters.free(), 0, free, 0, free.length);
    for (int l = 0; l < copies.size(); l++) {
      copies.get(l).copyFrom(posteriors.get(l));
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
