package io.github.tgp4j.train;

import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Natural gradients (or Adam) for q(v) and Adam for everything else, both from one evaluation per
 * step; equation T3 in docs/equations.md.
 *
 * <p>Guards against divergence: when the bound is not finite, or has fallen far below where it was,
 * the last good snapshot is restored, the step sizes are halved, and training goes on; equation T4.
 */
final class StochasticSteps implements Steps {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final int MOST_RESTORES = 30;

  /** A fall of the smoothed bound by this many nats per row counts as divergence. */
  private static final double FALL_PER_ROW = 2.0;

  private static final double MINIBATCH_SMOOTHING = 0.05;

  /** What is left of ρ at the end of a run in minibatches, when the learning rate has fallen. */
  private static final double LAST_NATURAL_SHARE = 0.1;

  private final TrainingRun run;
  private final Bound elbo;
  private final Parameters parameters;
  private final List<Parameters.Block> blocks;
  private final List<InducingPosterior> posteriors;
  private final TrainingPlan plan;
  private final double[] naturalShare; // of ρ, per latent; 0 for Adam
  private final Lattices lattices;

  private final Adam adam;
  private final List<PosteriorAdam> posteriorAdams =
      new ArrayList<>(); // null where q(v) follows its natural gradient
  private final double[] freeBar;
  private final Snapshot good;

  private double bound = Double.NaN;
  private double smooth = Double.NaN;
  private double goodBound = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private int restores;

  StochasticSteps(TrainingRun run, double[] naturalShare, Lattices lattices) {
    this.run = run;
    this.elbo = run.bound();
    this.parameters = run.parameters();
    this.blocks = parameters.blocks();
    this.posteriors = run.posteriors();
    this.plan = run.plan();
    this.naturalShare = naturalShare;
    this.lattices = lattices;
    this.adam = new Adam(parameters.size());
    this.freeBar = new double[parameters.size()];
    this.good = new Snapshot(parameters, posteriors);
    for (int l = 0; l < posteriors.size(); l++) {
      boolean natural = naturalShare[l] * plan.naturalStep() > 0;
      posteriorAdams.add(natural ? null : new PosteriorAdam(posteriors.get(l)));
    }
  }

  @Override
  public double bound() {
    return bound;
  }

  @Override
  public double smoothBound() {
    return smooth;
  }

  @Override
  public int restores() {
    return restores;
  }

  @Override
  public boolean step(int step, double share) {
    place(step);
    bound = evaluate();
    smooth =
        run.engine().isFullBatch() || Double.isNaN(smooth)
            ? bound
            : smooth + MINIBATCH_SMOOTHING * (bound - smooth);
    if (!Double.isFinite(bound) || smooth < goodBound - FALL_PER_ROW * run.engine().rows()) {
      restore(step);
    } else {
      if (step % plan.checkEvery() == 0 && !(smooth < goodBound)) {
        good.take();
        goodBound = smooth;
      }
      move(step, share);
    }
    return true;
  }

  /** Lattices and noise of a step. */
  private void place(int step) {
    lattices.renew(elbo, step);
    elbo.useNoise(plan.seed(), step);
  }

  private double evaluate() {
    try {
      return elbo.evaluate(run.engine());
    } catch (ArithmeticException e) {
      // K_zz could not be factored: a bad step, like a bound that is not finite
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  private void restore(int step) {
    if (++restores > MOST_RESTORES) {
      throw new ArithmeticException(
          "training: the bound is "
              + bound
              + " at step "
              + step
              + " after "
              + MOST_RESTORES
              + " restarts with ever smaller steps; look for extreme values in the data");
    }
    LOG.log(System.Logger.Level.DEBUG, "step {0}: bound {1}; restored, steps halved", step, bound);
    good.restore();
    elbo.unfactor();
    adam.reset();
    posteriorAdams.stream().filter(Objects::nonNull).forEach(PosteriorAdam::reset);
    shrink *= 0.5;
    smooth = Double.NaN;
  }

  /** Takes back a bad last step: no step after it would notice. */
  @Override
  public void settle(int steps) {
    bound = evaluate();
    if (isBad(bound)) {
      good.restore();
      elbo.unfactor();
      restores++;
      bound = evaluate();
      smooth = bound;
      if (!Double.isFinite(bound)) {
        throw new ArithmeticException(
            "training: the bound is "
                + bound
                + " at the best state of "
                + steps
                + " steps; look for extreme values in the data");
      }
    } else if (run.engine().isFullBatch() || Double.isNaN(smooth)) {
      smooth = bound;
    }
  }

  /** Not finite, or fallen far; one minibatch may be far below the average without harm. */
  private boolean isBad(double value) {
    return !Double.isFinite(value)
        || run.engine().isFullBatch() && value < goodBound - FALL_PER_ROW * run.engine().rows();
  }

  /**
   * Each q(v) and the parameters are moved at the same time, and with the latter goes the next
   * K_zz.
   */
  private void move(int step, double share) {
    double rate = shrink * plan.learningRateAt(share);
    run.workers()
        .run(
            posteriors.size() + 1,
            (task, worker) -> {
              if (task > 0) {
                movePosterior(task - 1, rate, step, share);
              } else {
                moveParameters(share, rate);
                try {
                  elbo.factor(run.workers().scratch(worker));
                } catch (ArithmeticException e) { // met again, and dealt with, in the next step
                  LOG.log(System.Logger.Level.DEBUG, "bad step", e);
                }
              }
            });
  }

  private void movePosterior(int l, double rate, int step, double share) {
    if (posteriorAdams.get(l) == null) {
      double most = Math.min(elbo.mostNaturalStep(), plan.naturalStepAt(step));
      double rho = naturalShare[l] * shrink * most;
      if (!run.engine()
          .isFullBatch()) { // ρ averages over the last 1/ρ batches: longer towards the end
        rho *= Math.max(LAST_NATURAL_SHARE, plan.learningRateAt(share) / plan.learningRate());
      }
      posteriors.get(l).naturalStep(elbo.curvature(l), elbo.slope(l), rho);
    } else {
      posteriorAdams.get(l).move(elbo.curvature(l), elbo.slope(l), rate);
    }
  }

  private void moveParameters(double share, double rate) {
    Arrays.fill(freeBar, 0.0);
    parameters.pullback(elbo.gradient(), freeBar);
    elbo.addFreeGradient(freeBar);
    adam.begin();
    for (int b = 0; b < blocks.size(); b++) {
      Parameters.Block block = blocks.get(b);
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
      }
    }
    parameters.refresh();
  }

  @Override
  public void store(Map<String, double[]> numbers, Map<String, long[]> counts) {
    counts.put("restores", new long[] {restores});
    numbers.put("progress", new double[] {bound, smooth, goodBound, shrink});
    good.store("good", numbers);
    adam.store("adam", numbers, counts);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().store("adam-posterior-" + l, numbers, counts);
      }
    }
  }

  @Override
  public void load(TrainingState state) {
    double[] progress = state.sized("progress", 4);
    bound = progress[0];
    smooth = progress[1];
    goodBound = progress[2];
    shrink = progress[3];
    restores = Math.toIntExact(state.single("restores"));
    good.load("good", state);
    adam.load("adam", state);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().load("adam-posterior-" + l, state);
      }
    }
    place(Math.max(0, state.step() - 1)); // the end of a run evaluates the last step once more
  }
}
