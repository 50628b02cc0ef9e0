package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
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

  /** Steps between snapshots: little is lost when one is restored. */
  private static final int SNAPSHOT_EVERY = 5;

  private static final double SMOOTHING = 0.1;

  /** Draws on which states are compared at the end. */
  private static final int LOOKS = 8;

  /** Share of the learning rate for readouts, whose M weights per parameter move together. */
  private static final double READOUT_RATE = 0.2;

  /** Growth of the steps, up to the plan's, after they were halved. */
  private static final double RECOVERY = 1.02;

  private final NonMarginalElbo elbo;
  private final Parameters parameters;
  private final InducingPosterior q;
  private final TrainingPlan plan;
  private final Batches batches;
  private final Workers caller = new Workers(1); // the bound has threads of its own
  private final Adam adam;
  private final PosteriorAdam posteriorAdam; // null with natural gradients
  private final DivergenceGuard guard;
  private final List<Parameters.Block> blocks;

  private int step;
  private double bound = Double.NaN;
  private double mostJitter;

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
    batches = new Batches(RowStore.of(x, new double[][] {y}), plan.batchSize(), plan.seed());
    adam = new Adam(parameters.size());
    posteriorAdam = plan.naturalStep() == 0 ? new PosteriorAdam(q) : null;
    double fall = DivergenceGuard.FALL_PER_ROW * x.rows;
    guard =
        new DivergenceGuard(
            new DivergenceGuard.Rule(SMOOTHING, fall, SNAPSHOT_EVERY, fall, RECOVERY),
            () -> new Snapshot(parameters, List.of(q)),
            this::forgetMoves);
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
    bound =
        guard.finishAtBestState(
            LOOKS,
            look -> {
              if (look > 0) {
                batches.advance(caller);
              }
              elbo.useNoise(plan.seed(), step - 1 + look);
            },
            this::evaluate,
            step);
    return new Trainer.Result(
        step,
        bound,
        Double.NEGATIVE_INFINITY,
        guard.restores(),
        mostJitter,
        System.nanoTime() - start);
  }

  private double share(long nanos) {
    double bySteps = (double) step / plan.steps();
    return plan.timeLimit() == null
        ? bySteps
        : Math.max(bySteps, (double) nanos / plan.timeLimit().toNanos());
  }

  /** One step, when {@code share} of the plan is done. */
  public void step(double share) {
    batches.advance(caller);
    elbo.useNoise(plan.seed(), step);
    bound = evaluate();
    if (guard.accepts(step, bound)) {
      mostJitter = Math.max(mostJitter, elbo.jitter());
      move(share);
    }
    step++;
  }

  private double evaluate() {
    try {
      return elbo.evaluate(batches.x(), batches.y()[0], batches.scale());
    } catch (ArithmeticException e) { // K_zz could not be factored
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  private void forgetMoves() {
    adam.reset();
    if (posteriorAdam != null) {
      posteriorAdam.reset();
    }
  }

  private void move(double share) {
    double rate = guard.shrink() * plan.learningRateAt(share);
    if (posteriorAdam == null) {
      double rho = Math.min(elbo.mostNaturalStep(), plan.naturalStepAt(step));
      q.naturalStep(elbo.curvature(), elbo.slope(), guard.shrink() * rho);
    } else {
      posteriorAdam.move(elbo.curvature(), elbo.slope(), rate);
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
