package io.github.tgp4j.optimise;

import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import java.util.Arrays;
import java.util.List;

/**
 * Climbs an objective of parameters alone by Adam, for models that are not sparse; {@link Trainer}
 * is for those that are.
 *
 * <p>When the objective is not finite, a {@link DivergenceGuard} brings back the best state so far
 * (on a smoothed average, since the objective may be noisy) and halves the rate.
 */
public final class AdamAscent {
  private static final double SMOOTHING = 0.1;

  /** Draws on which states are compared at the end. */
  private static final int LOOKS = 8;

  /** A value and its gradient. */
  public interface Objective {
    /**
     * The value at the parameters' current values; <b>writes</b> the adjoint of the constrained
     * values.
     *
     * @param step from 0, for noise that changes with it
     */
    double of(int step, double[] valueBar);
  }

  private final Parameters parameters;
  private final Objective objective;
  private final TrainingPlan plan;
  private final Adam adam;
  private final List<Parameters.Block> blocks;
  private final double[] valueBar;
  private final double[] freeBar;
  private final DivergenceGuard guard;

  private AdamAscent(Parameters parameters, Objective objective, TrainingPlan plan) {
    this.parameters = parameters;
    this.objective = objective;
    this.plan = plan;
    this.adam = new Adam(parameters.size());
    this.blocks = parameters.blocks();
    this.valueBar = new double[parameters.size()];
    this.freeBar = new double[parameters.size()];
    this.guard =
        new DivergenceGuard(
            new DivergenceGuard.Rule(SMOOTHING, Double.POSITIVE_INFINITY, plan.checkEvery()),
            () -> new Snapshot(parameters, List.of()),
            adam::reset);
  }

  /** Moves the parameters; the result's bound is the smoothed value at the end. */
  public static TrainingResult climb(
      Parameters parameters, Objective objective, TrainingPlan plan, TrainingControl control) {
    AdamAscent ascent = new AdamAscent(parameters, objective, plan);
    TrainingControl.Course course = control.run(plan, ascent.new Climb());
    int[] look = {0};
    ascent.guard.finishAtBestState(
        LOOKS,
        k -> look[0] = k,
        () -> objective.of(course.steps() + look[0], ascent.valueBar),
        course.steps());
    return new TrainingResult(
        course.steps(),
        ascent.guard.smoothBound(),
        Double.NaN,
        ascent.guard.restores(),
        0.0,
        course.nanos(),
        course.ended(),
        control.history());
  }

  private final class Climb implements TrainingControl.Step {
    @Override
    public double take(int step, double share) {
      double value = objective.of(step, valueBar);
      if (guard.accepts(step, value)) {
        move(share);
      }
      return value;
    }

    @Override
    public boolean isExhausted() {
      return guard.isExhausted();
    }
  }

  private void move(double share) {
    double rate = guard.shrink() * plan.learningRateAt(share);
    Arrays.fill(freeBar, 0.0);
    parameters.pullback(valueBar, freeBar);
    adam.begin();
    for (Parameters.Block block : blocks) {
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
      }
    }
    parameters.refresh();
  }
}
