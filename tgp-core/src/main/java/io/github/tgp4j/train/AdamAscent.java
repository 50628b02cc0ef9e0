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

  private AdamAscent() {}

  /** Moves the parameters; the result's bound is the smoothed value at the end. */
  public static Trainer.Result climb(
      Parameters parameters, Objective objective, TrainingPlan plan, TrainingListener listener) {
    long start = System.nanoTime();
    TrainingListener.Progress progress = new TrainingListener.Progress();
    Adam adam = new Adam(parameters.size());
    List<Parameters.Block> blocks = parameters.blocks();
    double[] valueBar = new double[parameters.size()];
    double[] freeBar = new double[parameters.size()];
    double[] good = parameters.free().clone();
    double smooth = Double.NaN;
    double best = Double.NEGATIVE_INFINITY;
    double shrink = 1.0;
    int restores = 0;
    int step = 0;
    boolean goOn = true;
    while (goOn && step < plan.steps()) {
      double share = (double) step / plan.steps();
      double value = objective.of(step, valueBar);
      if (!Double.isFinite(value)) {
        if (++restores > MOST_RESTORES) {
          throw new ArithmeticException(
              "training: the bound is "
                  + value
                  + " at step "
                  + step
                  + " after "
                  + MOST_RESTORES
                  + " restarts with ever smaller steps; look for extreme values in the data");
        }
        System.arraycopy(good, 0, parameters.free(), 0, good.length);
        parameters.refresh();
        adam.reset();
        shrink *= 0.5;
        smooth = Double.NaN;
      } else {
        smooth = Double.isNaN(smooth) ? value : smooth + SMOOTHING * (value - smooth);
        if (step % plan.checkEvery() == 0 && !(smooth < best)) {
          System.arraycopy(parameters.free(), 0, good, 0, good.length);
          best = smooth;
        }
        Arrays.fill(freeBar, 0.0);
        parameters.pullback(valueBar, freeBar);
        adam.begin();
        for (Parameters.Block block : blocks) {
          if (block.trainable() && !plan.isHeld(block.name(), share)) {
            double rate = shrink * plan.learningRateAt(share);
            adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
          }
        }
        parameters.refresh();
      }
      step++;
      progress.step = step;
      progress.bound = value;
      progress.share = (double) step / plan.steps();
      progress.nanos = System.nanoTime() - start;
      goOn = listener.onStep(progress);
    }
    return new Trainer.Result(
        step, smooth, Double.NEGATIVE_INFINITY, restores, 0.0, System.nanoTime() - start);
  }
}
