package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.MemoryEngine;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
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

  private int step;
  private double mostJitter;
  private boolean nothingLeft;

  /**
   * Trains on the rows that an engine has.
   *
   * @param workers move what the engine's sums say, and are those of the bound
   */
  public Trainer(Trainable what, Engine engine, TrainingPlan plan, Workers workers) {
    this.architecture = what.outputs();
    this.plan = plan;
    Lattices lattices = new Lattices(architecture, what.nodesPerLatent(), plan.seed());
    Bound bound = what.bound().apply(lattices.first(), workers);
    run = new TrainingRun(bound, what.parameters(), what.posteriors(), plan, engine, workers);
    checkHolds();
    checkCollapsible();
    steps =
        isCollapsed()
            ? new CollapsedSteps(run, architecture.noiseVariances())
            : new StochasticSteps(run, what.naturalShares(), lattices);
  }

  /** Trains on rows of this machine, in batches of the plan's size and order. */
  public static Trainer inMemory(
      Trainable what, RowStore rows, TrainingPlan plan, Workers workers) {
    Engine engine = new MemoryEngine(rows, plan.batchSize(), plan.seed(), workers);
    return new Trainer(what, engine, plan, workers);
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

  /** A hold that names nothing is a slip of the pen. */
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

  /** What training came to. */
  public record Result(
      int steps, double bound, double validation, int restores, double jitter, long nanos) {}

  /** Runs the plan from its start, keeping no states. */
  public Result train(DoubleSupplier validation, TrainingListener listener) {
    return train(validation, listener, Checkpoints.NONE);
  }

  /**
   * Runs the plan.
   *
   * @param validation a score of the current state, larger is better, or null; the best state that
   *     it sees is kept
   * @param checkpoints a run that goes on from one of its states ends with the same bits as one
   *     that was never stopped
   */
  public Result train(
      DoubleSupplier validation, TrainingListener listener, Checkpoints checkpoints) {
    BestState best = new BestState(validation, plan.patience(), run.parameters(), run.posteriors());
    TrainingState from = checkpoints.resume();
    long start = System.nanoTime();
    if (from != null) {
      resume(from, best);
      start -= from.nanos();
    }
    TrainingListener.Progress progress = new TrainingListener.Progress();
    boolean goOn = !best.isExhausted() && !nothingLeft && !listener.isStopped();
    while (goOn && step < plan.steps()) {
      double share = share(System.nanoTime() - start);
      if (share >= 1.0) {
        break;
      }
      step(share);
      progress.step = step;
      progress.bound = steps.bound();
      progress.nanos = System.nanoTime() - start;
      progress.share = share(progress.nanos);
      if (best.isUsed() && (step % plan.checkEvery() == 0 || progress.share >= 1.0)) {
        best.check();
      }
      progress.validation = best.last();
      goOn = listener.onStep(progress) && !best.isExhausted() && !nothingLeft;
      if (checkpoints.isDue(progress)) {
        checkpoints.save(state(best, System.nanoTime() - start));
      }
    }
    if (!best.restore() && step > 0) {
      steps.settle(step);
    }
    return new Result(
        step,
        steps.smoothBound(),
        best.score(),
        steps.restores(),
        mostJitter,
        System.nanoTime() - start);
  }

  /** The share of the plan that is done. */
  private double share(long nanos) {
    double bySteps = (double) step / plan.steps();
    return plan.timeLimit() == null
        ? bySteps
        : Math.max(bySteps, (double) nanos / plan.timeLimit().toNanos());
  }

  /** One step, when {@code share} of the plan is done. */
  public void step(double share) {
    run.engine().advance();
    nothingLeft = !steps.step(step, share);
    if (Double.isFinite(steps.bound())) {
      mostJitter = Math.max(mostJitter, run.bound().jitter());
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
