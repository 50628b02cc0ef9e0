package io.github.tgp4j.optimise;

import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.EngineLostException;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SharedPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Natural gradients (or Adam) for q(v) and Adam for everything else, both from one evaluation per
 * step; equation T3 in docs/equations.md.
 *
 * <p>A {@link DivergenceGuard} takes bad steps back. Where the engine can, the steps stay with it
 * ({@link Resident}): the plan, the guard and what is reported remain here.
 */
final class StochasticSteps implements Steps {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final double MINIBATCH_SMOOTHING = 0.05;

  /** Rows, or at least batches, on which states are compared at the end. */
  private static final int COMPARED_ROWS = 8192;

  private static final int LEAST_LOOKS = 4;
  private static final int MOST_LOOKS = 16;

  /** What is left of ρ at the end of a run in minibatches, when the learning rate has fallen. */
  private static final double LAST_NATURAL_SHARE = 0.1;

  /**
   * Of the learning rate, for the weights of a flow's network: with the rate of a covariance they
   * come to rest where their seed and their noise lead them.
   */
  private static final double NETWORK_SHARE = 0.2;

  private final TrainingRun run;
  private final Bound elbo;
  private final Parameters parameters;
  private final List<Parameters.Block> blocks;
  private final boolean[] networks; // whether a block is part of a flow's network
  private final List<InducingPosterior> posteriors;
  private final TrainingPlan plan;
  private final double[] naturalShare; // of ρ, per latent; 0 for Adam
  private final Lattices lattices;

  private final Adam adam;
  private final List<PosteriorAdam> posteriorAdams =
      new ArrayList<>(); // null where q(v) follows its natural gradient
  private final double[] freeBar;
  private final DivergenceGuard guard;

  private double bound = Double.NaN;
  private boolean asked; // whether the engine was asked for steps that stay with it
  private Resident resident; // null where steps are taken here
  private boolean ahead; // whether the resident has moved on from the state that is here

  StochasticSteps(TrainingRun run, double[] naturalShare, Lattices lattices) {
    this.run = run;
    this.elbo = run.bound();
    this.parameters = run.parameters();
    this.blocks = parameters.blocks();
    this.networks = new boolean[blocks.size()];
    for (int b = 0; b < networks.length; b++) {
      networks[b] = Architecture.isOfFlowNetwork(blocks.get(b).name());
    }
    this.posteriors = run.posteriors();
    this.plan = run.plan();
    this.naturalShare = naturalShare;
    this.lattices = lattices;
    this.adam = new Adam(parameters.size());
    this.freeBar = new double[parameters.size()];
    for (int l = 0; l < posteriors.size(); l++) {
      boolean natural = naturalShare[l] * plan.naturalStep() > 0;
      posteriorAdams.add(natural ? null : new PosteriorAdam(posteriors.get(l)));
    }
    double smoothing = run.engine().isFullBatch() ? 1.0 : MINIBATCH_SMOOTHING;
    double fall = DivergenceGuard.FALL_PER_ROW * run.engine().rows();
    this.guard =
        new DivergenceGuard(
            new DivergenceGuard.Rule(smoothing, fall, plan.checkEvery()),
            () -> new Snapshot(parameters, posteriors),
            this::forgetMoves);
  }

  @Override
  public double bound() {
    return bound;
  }

  @Override
  public double smoothBound() {
    return guard.smoothBound();
  }

  @Override
  public int restores() {
    return guard.restores();
  }

  @Override
  public boolean isExhausted() {
    return guard.isExhausted();
  }

  @Override
  public boolean step(int step, double share) {
    askEngine();
    place(step);
    bound = evaluate();
    if (step % plan.checkEvery() == 0 && !isHome()) { // when the guard takes its snapshots
      bound = evaluate();
    }
    if (guard.accepts(step, bound)) {
      move(step, share);
    }
    return true;
  }

  /** Lets steps stay with the engine, where it can take them. */
  private void askEngine() {
    if (!asked && run.engine() instanceof ResidentEngine engine) {
      boolean natural = posteriorAdams.stream().allMatch(Objects::isNull);
      resident =
          engine.resident(new ResidentEngine.Moved(elbo, parameters, posteriors, natural, adam));
    }
    asked = true;
  }

  @Override
  public void home() {
    isHome();
  }

  /** {@link #home}; false where the state was lost and another is here. */
  private boolean isHome() {
    if (ahead) {
      ahead = false;
      try {
        resident.pull();
      } catch (EngineLostException e) {
        goOnHere(e);
        return false;
      }
    }
    return true;
  }

  /** The engine is lost with the state that it had: the last snapshot takes its place, here. */
  private void goOnHere(EngineLostException e) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}; the processor goes on from the last good state",
        e.getMessage());
    resident = null;
    ahead = false;
    guard.goBack();
  }

  /** Lattices and noise of a step. */
  private void place(int step) {
    lattices.renew(elbo::useNodes, step);
    elbo.useNoise(plan.seed(), step);
    if (resident != null) {
      lattices.renew(resident::useNodes, step);
      resident.useNoise(plan.seed(), step);
    }
  }

  private double evaluate() {
    if (resident != null) {
      try {
        return resident.evaluate();
      } catch (EngineLostException e) {
        goOnHere(e);
      }
    }
    try {
      return elbo.evaluate(run.engine());
    } catch (ArithmeticException e) {
      // K_zz could not be factored: a bad step, like a bound that is not finite
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  /** After another state was brought back: its K_zz is not factored, and moments led elsewhere. */
  private void forgetMoves() {
    elbo.unfactor();
    adam.reset();
    posteriorAdams.stream().filter(Objects::nonNull).forEach(PosteriorAdam::reset);
    if (resident != null) {
      ahead = false;
      try {
        resident.push();
      } catch (EngineLostException e) {
        goOnHere(e);
      }
    }
  }

  @Override
  public double jitter() {
    return resident == null ? elbo.jitter() : resident.jitter();
  }

  @Override
  public void finishAtBestState(int steps) {
    askEngine();
    home();
    int looks = LEAST_LOOKS;
    if (!run.engine().isFullBatch()) {
      looks = (int) Math.max(looks, Math.min(MOST_LOOKS, COMPARED_ROWS / run.engine().batchSize()));
    }
    bound =
        guard.finishAtBestState(
            looks,
            look -> {
              if (look > 0 || steps == 0) {
                run.engine().advance();
              }
              place(Math.max(0, steps - 1) + look);
            },
            this::evaluate,
            steps);
  }

  @Override
  public void finishAtChosenState(int steps) {
    forgetMoves();
    guard.finishAtChosenState(this::evaluate, steps);
  }

  /**
   * Each q(v) and the parameters are moved at the same time, and with the latter goes the next
   * K_zz.
   */
  private void move(int step, double share) {
    double rate = guard.shrink() * plan.learningRateAt(share);
    // Adam's steps have a largest size, natural ones have none: they wait for a batch that is sound
    boolean sound = !guard.isWild(bound);
    if (resident != null) {
      moveResident(step, share, rate, sound);
      return;
    }
    run.workers()
        .run(
            sound ? posteriors.size() + 1 : 1,
            (task, worker) -> {
              if (task > 0) {
                if (!(posteriors.get(task - 1) instanceof SharedPosterior)) {
                  movePosterior(task - 1, rate, step, share);
                }
              } else {
                moveParameters(share, rate);
                try {
                  elbo.factor(run.workers().scratch(worker));
                } catch (ArithmeticException e) { // met again, and dealt with, in the next step
                  LOG.log(System.Logger.Level.DEBUG, "bad step", e);
                }
              }
            });
    for (int l = 0; l < posteriors.size(); l++) { // with the covariances that have just moved
      if (posteriors.get(l) instanceof SharedPosterior) {
        movePosterior(l, rate, step, share);
      }
    }
  }

  /** The same where the state stays with the engine. */
  private void moveResident(int step, double share, double rate, boolean sound) {
    adam.begin();
    double[] shares = new double[blocks.size()];
    for (int b = 0; b < shares.length; b++) {
      shares[b] = share(b, share);
    }
    double[] rho = new double[posteriors.size()];
    for (int l = 0; sound && l < rho.length; l++) {
      rho[l] = naturalStep(l, step, share);
    }
    ahead = true;
    try {
      resident.move(adam.settings(rate), shares, rho);
    } catch (EngineLostException e) {
      goOnHere(e);
    }
  }

  private void movePosterior(int l, double rate, int step, double share) {
    if (posteriorAdams.get(l) == null) {
      posteriors.get(l).naturalStep(elbo.curvature(l), elbo.slope(l), naturalStep(l, step, share));
    } else {
      posteriorAdams.get(l).move(elbo.curvature(l), elbo.slope(l), rate);
    }
  }

  /** ρ of a latent. */
  private double naturalStep(int l, int step, double share) {
    double most = Math.min(elbo.mostNaturalStep(), plan.naturalStepAt(step));
    double rho = naturalShare[l] * guard.shrink() * most;
    if (!run.engine()
        .isFullBatch()) { // ρ averages over the last 1/ρ batches: longer towards the end
      rho *= Math.max(LAST_NATURAL_SHARE, plan.learningRateAt(share) / plan.learningRate());
    }
    return rho;
  }

  /** Of the learning rate, for a block of parameters; 0 where it stays. */
  private double share(int b, double share) {
    Parameters.Block block = blocks.get(b);
    if (!block.trainable() || plan.isHeld(block.name(), share)) {
      return 0.0;
    }
    return networks[b] ? NETWORK_SHARE : 1.0;
  }

  private void moveParameters(double share, double rate) {
    Arrays.fill(freeBar, 0.0);
    parameters.pullback(elbo.gradient(), freeBar);
    elbo.addFreeGradient(freeBar);
    adam.begin();
    for (int b = 0; b < blocks.size(); b++) {
      double own = share(b, share);
      if (own > 0) {
        Parameters.Block block = blocks.get(b);
        adam.move(parameters.free(), freeBar, block.from(), block.size(), own * rate);
      }
    }
    parameters.refresh();
  }

  @Override
  public void store(Map<String, double[]> numbers, Map<String, long[]> counts) {
    guard.store(bound, numbers, counts);
    adam.store("adam", numbers, counts);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().store("adam-posterior-" + l, numbers, counts);
      }
    }
  }

  @Override
  public void load(TrainingState state) {
    bound = guard.load(state);
    adam.load("adam", state);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().load("adam-posterior-" + l, state);
      }
    }
    place(Math.max(0, state.step() - 1)); // the end of a run evaluates the last step once more
  }
}
