package io.github.tgp4j.model;

import io.github.tgp4j.rows.InputScale;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.TrainingPlan;
import java.util.function.UnaryOperator;

/**
 * The settings that builders of sparse models share: how to train, on what, and with what seed.
 *
 * @param <B> the builder itself
 */
public abstract class SparseFitBuilder<B extends SparseFitBuilder<B>> extends FitBuilder<B> {
  TrainingPlan plan; // null for one sized to the data
  UnaryOperator<TrainingPlan> planChange = UnaryOperator.identity();
  double validation;
  int threads = Runtime.getRuntime().availableProcessors();
  long seed = TrainingPlan.USUAL_SEED;
  Checkpoints checkpoints = Checkpoints.NONE;
  int nodes = 32;

  SparseFitBuilder() {}

  /**
   * How to train; without one, a plan sized to the data is made. A plan with a seed of its own sets
   * the builder's.
   */
  public final B plan(TrainingPlan value) {
    plan = given("plan", value);
    if (value.seed() != TrainingPlan.USUAL_SEED) {
      seed = value.seed();
    }
    return self();
  }

  /**
   * A change to the plan that was given, or to the one sized to the data: {@code plan(p ->
   * p.withTimeLimit(Duration.ofMinutes(1)))}.
   */
  public final B plan(UnaryOperator<TrainingPlan> change) {
    planChange = given("change to the plan", change);
    return self();
  }

  /**
   * Share of the rows held out to choose the best state of the run by log predictive density; 0 for
   * none. Early stopping needs some.
   */
  public final B validation(double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "validation share: expected 0 ≤ share < 1 but got " + share);
    }
    validation = share;
    return self();
  }

  /** Threads for training; the result does not depend on it. */
  public final B threads(int count) {
    threads = atLeastOne("threads", count);
    return self();
  }

  /** The seed of every random choice. */
  public final long seed() {
    return seed;
  }

  /** The one seed of every random choice; a plan that has another sets it too. */
  public final B seed(long value) {
    seed = value;
    return self();
  }

  /**
   * Where the states of a run are kept. A fit with the same data and settings goes on from the last
   * of them and ends with the same bits as one that was never stopped.
   */
  public final B checkpoints(Checkpoints value) {
    checkpoints = given("checkpoints", value);
    return self();
  }

  /** Whether input columns are standardised (the default), or left as they are. */
  public final B standardiseInputs(boolean value) {
    return inputs(value ? InputScale.STANDARD : InputScale.RAW);
  }

  /** Quadrature nodes per row in training, where the likelihood has no closed form. */
  public final B nodes(int count) {
    nodes = atLeastOne("nodes", count);
    return self();
  }

  static int atLeastOne(String what, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(what + ": expected at least 1 but got " + count);
    }
    return count;
  }
}
