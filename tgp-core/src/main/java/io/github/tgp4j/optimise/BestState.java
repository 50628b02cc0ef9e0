package io.github.tgp4j.optimise;

import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** The best state that a validation score has seen, and for how many checks none was better. */
final class BestState {
  private final DoubleSupplier validation; // null for none
  private final Snapshot best;
  private final int patience;
  private double score = Double.NEGATIVE_INFINITY;
  private double last = Double.NaN;
  private int stale;

  BestState(
      DoubleSupplier validation,
      int patience,
      Parameters parameters,
      List<InducingPosterior> posteriors) {
    this.validation = validation;
    this.patience = patience;
    this.best = validation == null ? null : new Snapshot(parameters, posteriors);
  }

  boolean isUsed() {
    return validation != null;
  }

  /** Scores the current state and keeps it if it is the best so far. */
  void check() {
    last = validation.getAsDouble();
    if (last > score) {
      score = last;
      best.take();
      stale = 0;
    } else {
      stale++;
    }
  }

  /** Whether so many checks in a row brought nothing that training should end. */
  boolean isExhausted() {
    return patience > 0 && stale >= patience;
  }

  /** Whether any state has a score. */
  boolean hasScore() {
    return score > Double.NEGATIVE_INFINITY;
  }

  /** The best score; NaN before the first. */
  double score() {
    return hasScore() ? score : Double.NaN;
  }

  /** The last score; NaN before the first. */
  double last() {
    return last;
  }

  /** Brings the best state back, if one was seen. */
  boolean restore() {
    if (hasScore()) {
      best.restore();
      return true;
    }
    return false;
  }

  void store(Map<String, double[]> numbers, Map<String, long[]> counts) {
    if (isUsed()) {
      best.store("best", numbers);
      numbers.put("validation", new double[] {score, last});
      counts.put("stale", new long[] {stale});
    }
  }

  void load(TrainingState state) {
    if (isUsed() != state.has("validation")) {
      throw new IllegalArgumentException(
          "training state: expected one "
              + (isUsed() ? "with" : "without")
              + " held-out rows but got the other; resume with the data and settings that the run"
              + " began with");
    }
    if (isUsed()) {
      best.load("best", state);
      double[] scores = state.sized("validation", 2);
      score = scores[0];
      last = scores[1];
      stale = Math.toIntExact(state.single("stale"));
    }
  }
}
