package io.github.tgp4j.train;

import io.github.tgp4j.param.Parameters;
import java.util.Arrays;
import java.util.List;

/**
 * Climbs an objective of parameters alone by Adam, for models that are not sparse; {@link Trainer}
 * is for those that are.
 *
 * <p>When the objective is not finite, the best state so far (on a smoothed average, since the
 * objective may be noisy) is restored and the rate halved.
 */
public final class AdamAscent {
  private static final int MOST_RESTORES = 30;
  private static final double SMOOTHING = 0.1;

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
  private final double[] good;
  private double smooth = Double.NaN;
  private double best = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private int restores;

  private AdamAscent(Parameters parameters, Objective objective, TrainingPlan plan) {
    this.parameters = parameters;
    this.objective = objective;
    this.plan = plan;
    this.adam = new Adam(parameters.size());
    this.blocks = parameters.blocks();
    this.valueBar = new double[parameters.size()];
    this.freeBar = new double[parameters.size()];
    this.good = parameters.free().clone();
  }

  /** Moves the parameters; the result's bound is the smoothed value at the end. */
  public static Trainer.Result climb(
      Parameters parameters, Objective objective, TrainingPlan plan, TrainingListener listener) {
    long start = System.nanoTime();
    AdamAscent ascent = new AdamAscent(parameters, objective, plan);
    TrainingListener.Progress progress = new TrainingListener.Progress();
    int step = 0;
    boolean goOn = true;
    while (goOn && step < plan.steps()) {
      progress.bound = ascent.step(step);
      progress.step = ++step;
      progress.share = (double) step / plan.steps();
      progress.nanos = System.nanoTime() - start;
      goOn = listener.onStep(progress);
    }
    if (!Double.isFinite(objective.of(step, ascent.valueBar))) {
      ascent.restore(step, Double.NaN); // no step after a bad last one would notice
      ascent.smooth = ascent.best;
    }
    return new Trainer.Result(
        step,
        ascent.smooth,
        Double.NEGATIVE_INFINITY,
        ascent.restores,
        0.0,
        System.nanoTime() - start);
  }

  private double step(int step) {
    double value = objective.of(step, valueBar);
    if (!Double.isFinite(value)) {
      restore(step, value);
      return value;
    }
    smooth = Double.isNaN(smooth) ? value : smooth + SMOOTHING * (value - smooth);
    if (step % plan.checkEvery() == 0 && !(smooth < best)) {
      System.arraycopy(parameters.free(), 0, good, 0, good.length);
      best = smooth;
    }
    double share = (double) step / plan.steps();
    double rate = shrink * plan.learningRateAt(share);
    Arrays.fill(freeBar, 0.0);
    parameters.pullback(valueBar, freeBar);
    adam.begin();
    for (Parameters.Block block : blocks) {
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
      }
    }
    parameters.refresh();
    return value;
  }

  private void restore(int step, double value) {
    if (++restores > MOST_RESTORES || best == Double.NEGATIVE_INFINITY) {
      throw new ArithmeticException(
          "training: the bound is "
              + value
              + " at step "
              + step
              + " after "
              + (restores - 1)
              + " restarts with ever smaller steps; look for extreme values in the data");
    }
    System.arraycopy(good, 0, parameters.free(), 0, good.length);
    parameters.refresh();
    adam.reset();
    shrink *= 0.5;
    smooth = Double.NaN;
  }
}
