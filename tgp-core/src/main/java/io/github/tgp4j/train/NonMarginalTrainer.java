package io.github.tgp4j.train;

import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.nonmarginal.NonMarginalElbo;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.List;

/**
 * Climbs the bound of a flow that is not marginal, as {@link Trainer} does: natural gradients (or
 * Adam) for q, Adam for everything else; a bad step is taken back and the steps are halved.
 */
public final class NonMarginalTrainer {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final int MOST_RESTORES = 30;

  /** A fall of the bound by this many nats per row counts as divergence. */
  private static final double FALL_PER_ROW = 2.0;

  /** Steps between snapshots: little is lost when one is restored. */
  private static final int SNAPSHOT_EVERY = 5;

  private static final double SMOOTHING = 0.1;

  /** Share of the learning rate for readouts, whose M weights per parameter move together. */
  private static final double READOUT_RATE = 0.2;

  /** Growth of the steps, up to the plan's, after they were halved. */
  private static final double RECOVERY = 1.02;

  private final NonMarginalElbo elbo;
  private final Parameters parameters;
  private final InducingPosterior q;
  private final TrainingPlan plan;
  private final Engine engine;
  private final int rows;
  private final Adam adam;
  private final PosteriorAdam posteriorAdam; // null with natural gradients
  private final Snapshot good;
  private final List<Parameters.Block> blocks;

  private int step;
  private double bound = Double.NaN;
  private double smooth = Double.NaN;
  private double goodBound = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private double mostJitter;
  private int restores;

  /** Trains in place the parameters and the posterior that the bound reads. */
  public NonMarginalTrainer(
      NonMarginalElbo elbo,
      Parameters parameters,
      InducingPosterior q,
      TrainingPlan plan,
      Matrix x,
      double[] y) {
    this.elbo = elbo;
    this.parameters = parameters;
    this.q = q;
    this.plan = plan;
    rows = x.rows;
    engine =
        new MemoryEngine(
            RowStore.of(x, new double[][] {y}), plan.batchSize(), plan.seed(), elbo.workers());
    adam = new Adam(parameters.size());
    posteriorAdam = plan.naturalStep() == 0 ? new PosteriorAdam(q) : null;
    good = new Snapshot(parameters, List.of(q));
    blocks = parameters.blocks();
  }

  /** Runs the plan; without a validation score, so that only the last state counts. */
  public Trainer.Result train(TrainingListener listener) {
    long start = System.nanoTime();
    TrainingListener.Progress progress = new TrainingListener.Progress();
    boolean goOn = true;
    while (goOn && step < plan.steps()) {
      double share = share(System.nanoTime() - start);
      if (share >= 1.0) {
        break;
      }
      step(share);
      progress.step = step;
      progress.bound = bound;
      progress.nanos = System.nanoTime() - start;
      progress.share = share(progress.nanos);
      goOn = listener.onStep(progress);
    }
    bound = evaluate();
    if (isBad()) { // no step after it would notice
      good.restore();
      restores++;
      bound = evaluate();
    }
    if (!Double.isFinite(bound)) {
      throw hopeless();
    }
    return new Trainer.Result(
        step, bound, Double.NEGATIVE_INFINITY, restores, mostJitter, System.nanoTime() - start);
  }

  private double share(long nanos) {
    double bySteps = (double) step / plan.steps();
    return plan.timeLimit() == null
        ? bySteps
        : Math.max(bySteps, (double) nanos / plan.timeLimit().toNanos());
  }

  /** Not finite, or fallen far; one batch or draw may be far below the average without harm. */
  private boolean isBad() {
    return !Double.isFinite(bound) || smooth < goodBound - FALL_PER_ROW * rows;
  }

  /** One step, when {@code share} of the plan is done. */
  public void step(double share) {
    engine.advance();
    elbo.useNoise(plan.seed(), step);
    bound = evaluate();
    smooth = Double.isNaN(smooth) ? bound : smooth + SMOOTHING * (bound - smooth);
    if (isBad()) {
      restore();
    } else {
      if (step % SNAPSHOT_EVERY == 0 && !(smooth < goodBound)) {
        good.take();
        goodBound = smooth;
      }
      mostJitter = Math.max(mostJitter, elbo.jitter());
      move(share);
      shrink = Math.min(1.0, RECOVERY * shrink);
    }
    step++;
  }

  private double evaluate() {
    try {
      return elbo.evaluate(engine);
    } catch (ArithmeticException e) { // K_zz could not be factored
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  private void restore() {
    if (++restores > MOST_RESTORES) {
      throw hopeless();
    }
    good.restore();
    adam.reset();
    if (posteriorAdam != null) {
      posteriorAdam.reset();
    }
    shrink *= 0.5;
    goodBound -= FALL_PER_ROW * rows; // it may have been a lucky draw
    smooth = Double.NaN;
  }

  private ArithmeticException hopeless() {
    return new ArithmeticException(
        "training: the bound is "
            + bound
            + " at step "
            + step
            + " after "
            + restores
            + " restarts with ever smaller steps; look for extreme values in the data");
  }

  private void move(double share) {
    double rate = shrink * plan.learningRateAt(share);
    if (posteriorAdam == null) {
      double rho = Math.min(elbo.mostNaturalStep(), plan.naturalStepAt(step));
      q.naturalStep(elbo.curvature(0), elbo.slope(0), shrink * rho);
    } else {
      posteriorAdam.move(elbo.curvature(0), elbo.slope(0), rate);
    }
    adam.begin();
    for (int b = 0; b < blocks.size(); b++) {
      Parameters.Block block = blocks.get(b);
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        boolean slow = block.name().startsWith("readout");
        double own = slow ? READOUT_RATE * rate : rate;
        adam.move(parameters.free(), elbo.freeGradient(), block.from(), block.size(), own);
      }
    }
    parameters.refresh();
  }
}
