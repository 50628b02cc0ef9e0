package io.github.tgp4j.train;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How to train: how long, in what batches, how fast, and what is held fixed when. Immutable; {@code
 * withX} methods return changed copies.
 *
 * @param method what a step does
 * @param steps optimiser steps at most
 * @param timeLimit wall time at most, or null; a run that it ends is not reproducible
 * @param batchSize rows per step; the whole data when larger
 * @param learningRate of Adam, before decay
 * @param decayFrom share of the run after which the learning rate falls (cosine) to a hundredth; 1
 *     for never
 * @param naturalStep ρ of the natural gradient for q(v), 0 for Adam on q(v) as well
 * @param rampSteps steps over which ρ rises from a twentieth
 * @param holds parameters held fixed in part of the run
 * @param patience validation checks without improvement after which training stops; 0 for never
 * @param checkEvery steps between validation checks and snapshots
 * @param seed of minibatches and quasi-Monte-Carlo nodes; a builder that is given a plan with
 *     another one than {@link #USUAL_SEED} takes it for its own
 */
public record TrainingPlan(
    Method method,
    int steps,
    Duration timeLimit,
    int batchSize,
    double learningRate,
    double decayFrom,
    double naturalStep,
    int rampSteps,
    List<Hold> holds,
    int patience,
    int checkEvery,
    long seed) {

  /** The share at which the last step begins at most: what is held to the end is held in it too. */
  public static final double LAST_SHARE = Math.nextDown(1.0);

  /** The seed of a plan that is given none. */
  public static final long USUAL_SEED = 1L;

  /** What a training step does. */
  public enum Method {
    /** A natural gradient step for q(v) and one of Adam for all else: for every model and batch. */
    STOCHASTIC,
    /**
     * A quasi-Newton step for all else on all rows, with q(v) at its optimum all the while: needs
     * Gaussian noise and no flow. Rates and natural steps play no part in it.
     */
    COLLAPSED
  }

  /**
   * Parameters whose name starts with {@code prefix} stay where they are while the run's progress
   * lies in [from, to), as shares of the whole.
   */
  public record Hold(String prefix, double from, double to) {
    public Hold {
      if (!(from >= 0 && from <= to && to <= 1)) {
        throw new IllegalArgumentException(
            "hold " + prefix + ": expected 0 ≤ from ≤ to ≤ 1 but got " + from + ", " + to);
      }
    }
  }

  public TrainingPlan {
    check("steps", steps >= 1, "at least 1", steps);
    check("batch size", batchSize >= 1, "at least 1", batchSize);
    check(
        "learning rate",
        learningRate > 0 && learningRate < 10,
        "a value between 0 and 10",
        learningRate);
    check("decay from", decayFrom >= 0 && decayFrom <= 1, "a share between 0 and 1", decayFrom);
    check(
        "natural step",
        naturalStep >= 0 && naturalStep <= 1,
        "a value between 0 and 1",
        naturalStep);
    check("ramp steps", rampSteps >= 0, "0 or more", rampSteps);
    check(
        "time limit",
        timeLimit == null || timeLimit.compareTo(Duration.ZERO) > 0,
        "more than 0, or null for none,",
        timeLimit);
    check("patience", patience >= 0, "0 or more", patience);
    check("check every", checkEvery >= 1, "at least 1", checkEvery);
    check(
        "batch size",
        method == Method.STOCHASTIC || batchSize == Integer.MAX_VALUE,
        "none with the collapsed bound, which takes all rows,",
        batchSize);
    holds = List.copyOf(holds);
  }

  private static void check(String what, boolean holds, String expected, Object got) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": expected " + expected + " but got " + got);
    }
  }

  /**
   * Full batch, natural gradients and Adam together, the learning rate falling over the last third.
   */
  public static TrainingPlan ofSteps(int steps) {
    return new TrainingPlan(
        Method.STOCHASTIC,
        steps,
        null,
        Integer.MAX_VALUE,
        0.03,
        2.0 / 3.0,
        0.5,
        20,
        List.of(),
        0,
        50,
        USUAL_SEED);
  }

  /**
   * Quasi-Newton steps on the collapsed bound of a GP with Gaussian noise and no flow: some dozens
   * do what thousands of the other kind do.
   */
  public static TrainingPlan collapsed(int steps) {
    Draft draft = new Draft(ofSteps(steps));
    draft.method = Method.COLLAPSED;
    draft.checkEvery = 10;
    return draft.plan();
  }

  public TrainingPlan withSteps(int value) {
    Draft draft = new Draft(this);
    draft.steps = value;
    return draft.plan();
  }

  public TrainingPlan withTimeLimit(Duration value) {
    Draft draft = new Draft(this);
    draft.timeLimit = value;
    return draft.plan();
  }

  /** What is left of the plan when so much of its time is gone. */
  public TrainingPlan less(Duration gone) {
    if (timeLimit == null) {
      return this;
    }
    Duration left = timeLimit.minus(gone);
    return withTimeLimit(left.compareTo(Duration.ofNanos(1)) > 0 ? left : Duration.ofNanos(1));
  }

  public TrainingPlan withBatchSize(int value) {
    Draft draft = new Draft(this);
    draft.batchSize = value;
    return draft.plan();
  }

  /** A draft to set what only steps by Adam and natural gradients have. */
  private Draft stochastic(String what) {
    if (method != Method.STOCHASTIC) {
      throw new IllegalArgumentException(
          what + ": collapsed steps have none; use TrainingPlan.ofSteps");
    }
    return new Draft(this);
  }

  public TrainingPlan withLearningRate(double value) {
    Draft draft = stochastic("learning rate");
    draft.learningRate = value;
    return draft.plan();
  }

  public TrainingPlan withDecayFrom(double value) {
    Draft draft = stochastic("decay from");
    draft.decayFrom = value;
    return draft.plan();
  }

  /** ρ for q(v); 0 trains q(v) by Adam. */
  public TrainingPlan withNaturalStep(double value) {
    Draft draft = stochastic("natural step");
    draft.naturalStep = value;
    return draft.plan();
  }

  public TrainingPlan withRampSteps(int value) {
    Draft draft = stochastic("ramp steps");
    draft.rampSteps = value;
    return draft.plan();
  }

  /** Holds parameters fixed during part of the run: {@code withHold("likelihood", 0, 0.5)}. */
  public TrainingPlan withHold(String prefix, double from, double to) {
    Draft draft = new Draft(this);
    draft.holds.add(new Hold(prefix, from, to));
    return draft.plan();
  }

  /** Stops when the validation score has not improved for this many checks. */
  public TrainingPlan withEarlyStopping(int checks, int every) {
    Draft draft = new Draft(this);
    draft.patience = checks;
    draft.checkEvery = every;
    return draft.plan();
  }

  public TrainingPlan withSeed(long value) {
    Draft draft = new Draft(this);
    draft.seed = value;
    return draft.plan();
  }

  /** A plan whose parts can be changed, for the methods above. */
  private static final class Draft {
    Method method;
    int steps;
    Duration timeLimit;
    int batchSize;
    double learningRate;
    double decayFrom;
    double naturalStep;
    int rampSteps;
    List<Hold> holds;
    int patience;
    int checkEvery;
    long seed;

    Draft(TrainingPlan plan) {
      method = plan.method;
      steps = plan.steps;
      timeLimit = plan.timeLimit;
      batchSize = plan.batchSize;
      learningRate = plan.learningRate;
      decayFrom = plan.decayFrom;
      naturalStep = plan.naturalStep;
      rampSteps = plan.rampSteps;
      holds = new ArrayList<>(plan.holds);
      patience = plan.patience;
      checkEvery = plan.checkEvery;
      seed = plan.seed;
    }

    TrainingPlan plan() {
      return new TrainingPlan(
          method,
          steps,
          timeLimit,
          batchSize,
          learningRate,
          decayFrom,
          naturalStep,
          rampSteps,
          holds,
          patience,
          checkEvery,
          seed);
    }
  }

  /**
   * The share of the plan that so many steps, or so many nanoseconds, are; 1 or more at its end.
   */
  public double shareDone(int step, long nanos) {
    double bySteps = (double) step / steps;
    return timeLimit == null ? bySteps : Math.max(bySteps, (double) nanos / timeLimit.toNanos());
  }

  /** The learning rate when a share {@code progress} of the run is done. */
  public double learningRateAt(double progress) {
    if (progress <= decayFrom || decayFrom >= 1) {
      return learningRate;
    }
    double done = Math.min(1.0, (progress - decayFrom) / (1 - decayFrom));
    return learningRate * (0.01 + 0.99 * 0.5 * (1 + Math.cos(Math.PI * done)));
  }

  /** ρ at a step: rises linearly from a twentieth over {@link #rampSteps}. */
  public double naturalStepAt(int step) {
    if (step >= rampSteps) {
      return naturalStep;
    }
    return naturalStep * (0.05 + 0.95 * step / rampSteps);
  }

  public boolean isHeld(String name, double progress) {
    for (Hold hold : holds) {
      if (name.startsWith(hold.prefix()) && progress >= hold.from() && progress < hold.to()) {
        return true;
      }
    }
    return false;
  }
}
