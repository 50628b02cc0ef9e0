package io.github.tgp4j.optimise;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.TrainingRows;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.train.Checkpoints;
import io.github.tgp4j.train.Ended;
import io.github.tgp4j.train.TrainingListener;
import io.github.tgp4j.train.TrainingPlan;
import io.github.tgp4j.train.TrainingResult;
import io.github.tgp4j.train.TrainingState;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FullPosterior;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Climbs the bound by the steps that the plan asks for: {@link StochasticSteps} or {@link
 * CollapsedSteps}. Knows when to stop, keeps the best state, and saves states to go on from.
 */
public final class Trainer {
  private final Architecture architecture;
  private final TrainingPlan plan;
  private final TrainingRun run;
  private final Steps steps;

  private TrainingListener.Phase phase = TrainingListener.Phase.MAIN;
  private int step;
  private double mostJitter;
  private boolean nothingLeft;

  /**
   * Trains on the rows that an engine has.
   *
   * @param workers move what the engine's sums say, and are those of the bound
   */
  public Trainer(Trainable what, Engine engine, TrainingPlan plan, Workers workers) {
    this(what, engine, null, plan, workers);
  }

  private Trainer(
      Trainable what, Engine engine, RowStore rows, TrainingPlan plan, Workers workers) {
    this.architecture = what.outputs();
    this.plan = plan;
    Lattices lattices = new Lattices(architecture, what.nodesPerLatent(), plan.seed());
    Bound bound = what.bound().apply(lattices.first(), workers);
    run = new TrainingRun(bound, what.parameters(), what.posteriors(), plan, engine, rows, workers);
    checkHolds();
    checkCollapsible();
    steps =
        isCollapsed()
            ? new CollapsedSteps(run, architecture)
            : new StochasticSteps(run, what.naturalShares(), lattices);
  }

  /** Trains on rows of this machine, in batches of the plan's size and order. */
  public static Trainer inMemory(
      Trainable what, RowStore rows, TrainingPlan plan, Workers workers) {
    return on(TrainingRows.of(rows), what, plan, workers);
  }

  /** Trains on rows wherever they are, in batches of the plan's size and order. */
  public static Trainer on(TrainingRows rows, Trainable what, TrainingPlan plan, Workers workers) {
    Engine engine = rows.engines().open(plan.batchSize(), plan.seed(), workers);
    return new Trainer(what, engine, rows.sample(), plan, workers);
  }

  private boolean isCollapsed() {
    return plan.method() == TrainingPlan.Method.COLLAPSED;
  }

  private void checkCollapsible() {
    if (isCollapsed()
        && !(run.bound() instanceof Elbo
            && architecture.isConjugate()
            && run.posteriors().stream().allMatch(FullPosterior.class::isInstance))) {
      throw new IllegalArgumentException(
          "plan: expected one of stochastic steps but got collapsed ones, which need Gaussian noise, no"
              + " flow, no hidden layers and a full covariance of q(u); use TrainingPlan.ofSteps");
    }
  }

  /** Takes other divergences from the prior in place of KL: of q(v), and of networks' q(W). */
  public void useDivergences(Divergence inducing, Divergence weights) {
    if (isCollapsed() && !inducing.isKl()) {
      throw new IllegalArgumentException(
          "divergence: expected kl with the collapsed bound but got "
              + inducing
              + "; use TrainingPlan.ofSteps");
    }
    run.bound().useDivergences(inducing, weights);
  }

  /** Climbs the rows' log predictive density less the divergence, in place of the bound. */
  public void usePredictive() {
    if (isCollapsed()) {
      throw new IllegalArgumentException(
          "objective: expected elbo with the collapsed bound but got predictive; use"
              + " TrainingPlan.ofSteps");
    }
    run.bound().usePredictive();
  }

  /** Refuses a hold whose prefix is that of no parameter. */
  private void checkHolds() {
    List<Parameters.Block> blocks = run.parameters().blocks();
    for (TrainingPlan.Hold hold : plan.holds()) {
      if (blocks.stream().noneMatch(block -> block.name().startsWith(hold.prefix()))) {
        throw new IllegalArgumentException(
            "hold "
                + hold.prefix()
                + ": no parameter's name starts so; there are "
                + blocks.stream().map(Parameters.Block::name).toList());
      }
    }
  }

  /** Runs the plan from its start, keeping no states. */
  public TrainingResult train(DoubleSupplier validation, TrainingListener listener) {
    return train(validation, TrainingControl.of(listener), Checkpoints.NONE);
  }

  /** Takes the steps for those of another phase than the main one. */
  public Trainer inPhase(TrainingListener.Phase value) {
    phase = value;
    return this;
  }

  /**
   * Runs the plan.
   *
   * @param validation a score of the current state, larger is better, or null; the best state that
   *     it sees is kept
   * @param checkpoints a run that goes on from one of its states ends with the same bits as one
   *     that was never stopped
   */
  public TrainingResult train(
      DoubleSupplier validation, TrainingControl control, Checkpoints checkpoints) {
    if (validation == null && plan.patience() > 0) {
      throw new IllegalArgumentException(
          "early stopping: expected held-out rows to score the states by but there are none; keep"
              + " some aside with validation(0.1), or leave early stopping out of the plan");
    }
    BestState best = new BestState(validation, plan.patience(), run.parameters(), run.posteriors());
    TrainingState from = checkpoints.resume();
    long start = System.nanoTime();
    if (from != null) {
      resume(from, best);
      start -= from.nanos();
    } else if (best.isUsed() && control.hasSteps()) {
      best.check(); // what an earlier phase reached may be the best
    }
    Ended ended = ended(best, control, System.nanoTime() - start);
    while (ended == null) {
      step(Math.min(TrainingPlan.LAST_SHARE, plan.shareDone(step, System.nanoTime() - start)));
      long nanos = System.nanoTime() - start;
      double share = plan.shareDone(step, nanos);
      if (best.isUsed() && (step % plan.checkEvery() == 0 || share >= 1.0)) {
        steps.home();
        best.check();
      }
      TrainingListener.Progress progress =
          new TrainingListener.Progress(
              phase, step, Math.min(1.0, share), steps.bound(), best.last(), nanos);
      control.report(progress);
      if (checkpoints.isDue(progress)) {
        steps.home();
        checkpoints.save(state(best, System.nanoTime() - start));
      }
      ended = ended(best, control, System.nanoTime() - start);
    }
    finish(best);
    return new TrainingResult(
        step,
        steps.smoothBound(),
        best.score(),
        steps.restores(),
        mostJitter,
        System.nanoTime() - start,
        ended,
        control.history());
  }

  /** Why training ends before its next step, or null where it goes on. */
  private Ended ended(BestState best, TrainingControl control, long nanos) {
    if (nothingLeft) {
      return Ended.CONVERGED;
    }
    if (steps.isExhausted()) {
      return Ended.FELL_BACK;
    }
    if (best.isExhausted()) {
      return Ended.EARLY_STOPPED;
    }
    return step >= plan.steps()
        ? Ended.STEPS
        : control.ended(plan.shareDone(step, nanos), step > 0);
  }

  /** Leaves the best state that was seen: by the score of held-out rows, otherwise by the bound. */
  private void finish(BestState best) {
    steps.home();
    if (best.isUsed() && !best.hasScore()) {
      best.check();
    }
    if (best.restore()) {
      steps.finishAtChosenState(step);
    } else {
      steps.finishAtBestState(step);
    }
  }

  /** The bound as the last step saw it. */
  public double bound() {
    return steps.bound();
  }

  /** One step, when {@code share} of the plan is done. */
  public void step(double share) {
    run.engine().advance();
    nothingLeft = !steps.step(step, share);
    if (Double.isFinite(steps.bound())) {
      mostJitter = Math.max(mostJitter, steps.jitter());
    }
    step++;
  }

  /** What the next steps depend on, beside the data and the plan. */
  private TrainingState state(BestState best, long nanos) {
    Map<String, double[]> numbers = new LinkedHashMap<>();
    Map<String, long[]> counts = new LinkedHashMap<>();
    counts.put("step", new long[] {step});
    counts.put("nanos", new long[] {nanos});
    counts.put("nothing-left", new long[] {nothingLeft ? 1 : 0});
    counts.put("batches", new long[] {run.engine().drawn()});
    counts.put("run", identity());
    numbers.put("jitter", new double[] {mostJitter});
    numbers.put("free", run.parameters().free());
    Snapshot.store("current", run.posteriors(), numbers);
    steps.store(numbers, counts);
    best.store(numbers, counts);
    return new TrainingState(numbers, counts);
  }

  /** Rows, batch size, seed: those of another run would go on without a word, and wrongly. */
  private long[] identity() {
    return new long[] {run.engine().rows(), run.engine().batchSize(), plan.seed()};
  }

  private void resume(TrainingState state, BestState best) {
    if (!Arrays.equals(state.counts("run"), identity())) {
      throw new IllegalArgumentException(
          "training state: expected rows, batch size and seed "
              + Arrays.toString(identity())
              + " but got "
              + Arrays.toString(state.counts("run"))
              + "; resume with the data and settings that the run began with");
    }
    step = state.step();
    nothingLeft = state.single("nothing-left") == 1;
    mostJitter = state.sized("jitter", 1)[0];
    Parameters parameters = run.parameters();
    double[] free = state.sized("free", parameters.size());
    System.arraycopy(free, 0, parameters.free(), 0, free.length);
    parameters.refresh();
    Snapshot.load("current", run.posteriors(), state);
    run.bound().unfactor();
    run.engine().fastForward(state.single("batches"));
    steps.load(state);
    best.load(state);
  }
}
