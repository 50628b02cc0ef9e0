package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Bound;
import io.github.tgp4j.variational.DeepArchitecture;
import io.github.tgp4j.variational.DeepElbo;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.FullPosterior;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * Climbs the bound: natural gradients (or Adam) for q(v), Adam for everything else, both from one
 * evaluation per step; or, where the plan says so, {@link CollapsedSteps}.
 *
 * <p>Guards against divergence: when the bound is not finite, or has fallen far below where it was,
 * the last good snapshot is restored, the step sizes are halved, and training goes on.
 */
public final class Trainer {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final int MOST_RESTORES = 30;

  /** A fall of the smoothed bound by this many nats per row counts as divergence. */
  private static final double FALL_PER_ROW = 2.0;

  private static final double MINIBATCH_SMOOTHING = 0.05;

  /** What is left of ρ at the end of a run in minibatches, when the learning rate has fallen. */
  private static final double LAST_NATURAL_SHARE = 0.1;

  private final Architecture architecture;
  private final double[] naturalShare; // of ρ, per latent; 0 for Adam
  private final Parameters parameters;
  private final List<InducingPosterior> posteriors;
  private final TrainingPlan plan;
  private final Workers workers;
  private final int nodesPerLatent;
  private final int rows;
  private final Batches batches;
  private final Bound elbo;

  private final Adam adam;
  private final List<PosteriorAdam> posteriorAdams =
      new ArrayList<>(); // null where q(v) follows its natural gradient
  private final double[] freeBar;
  private final CollapsedSteps collapsed; // null where steps are stochastic
  private final Snapshot good;
  private final List<Parameters.Block> blocks;

  private int step;
  private double bound = Double.NaN;
  private double smooth = Double.NaN;
  private double goodBound = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private double mostJitter;
  private int restores;
  private boolean nothingLeft;

  /** Trains these parameters and posteriors in place, on rows with a target per output. */
  public Trainer(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent,
      TrainingPlan plan,
      Workers workers,
      RowStore data) {
    this(
        architecture,
        naturalShares(posteriors.size(), 0, 1.0),
        nodes -> new Elbo(architecture, parameters, List.copyOf(posteriors), nodes, workers),
        parameters,
        posteriors,
        nodesPerLatent,
        plan,
        workers,
        data);
  }

  /**
   * Trains a deep GP.
   *
   * @param hiddenShare ρ of the hidden layers' q(v) as a share of the plan's, which is the last
   *     layer's; 0 trains them by Adam. They are seen through one draw per row: their natural
   *     gradient is noisy, and needs averaging over more steps
   */
  public Trainer(
      DeepArchitecture architecture,
      double hiddenShare,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent,
      TrainingPlan plan,
      Workers workers,
      RowStore data) {
    this(
        architecture.last(),
        naturalShares(posteriors.size(), architecture.hiddenUnits(), hiddenShare),
        nodes -> new DeepElbo(architecture, parameters, posteriors, nodes, workers),
        parameters,
        posteriors,
        nodesPerLatent,
        plan,
        workers,
        data);
  }

  private static double[] naturalShares(int count, int hidden, double hiddenShare) {
    double[] shares = new double[count];
    for (int l = 0; l < count; l++) {
      shares[l] = l < hidden ? hiddenShare : 1.0;
    }
    return shares;
  }

  private Trainer(
      Architecture architecture,
      double[] naturalShare,
      Function<List<Nodes>, Bound> objective,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent,
      TrainingPlan plan,
      Workers workers,
      RowStore data) {
    this.architecture = architecture;
    this.naturalShare = naturalShare;
    this.parameters = parameters;
    this.posteriors = List.copyOf(posteriors);
    this.plan = plan;
    this.workers = workers;
    this.nodesPerLatent = nodesPerLatent;
    this.rows = data.rows();
    this.batches = new Batches(data, plan.batchSize(), plan.seed());
    List<Nodes> nodes = new ArrayList<>();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      nodes.add(nodes(o));
    }
    this.elbo = objective.apply(nodes);
    this.adam = new Adam(parameters.size());
    this.freeBar = new double[parameters.size()];
    this.good = new Snapshot(parameters, this.posteriors);
    this.blocks = parameters.blocks();
    this.collapsed =
        plan.method() == TrainingPlan.Method.COLLAPSED
            ? new CollapsedSteps(elbo, parameters, plan, batches, rows)
            : null;
    checkHolds();
    checkCollapsible();
    for (int l = 0; l < this.posteriors.size(); l++) {
      boolean natural = naturalShare[l] * plan.naturalStep() > 0;
      posteriorAdams.add(natural ? null : new PosteriorAdam(this.posteriors.get(l)));
    }
  }

  private void checkCollapsible() {
    if (collapsed != null
        && !(elbo instanceof Elbo
            && architecture.isConjugate()
            && posteriors.stream().allMatch(FullPosterior.class::isInstance))) {
      throw new IllegalArgumentException(
          "plan: expected one of stochastic steps but got collapsed ones, which need Gaussian noise, no"
              + " flow, no hidden layers and a full covariance of q(u); use TrainingPlan.ofSteps");
    }
  }

  /** Takes other divergences from the prior in place of KL: of q(v), and of networks' q(W). */
  public void useDivergences(Divergence inducing, Divergence weights) {
    if (collapsed != null && !inducing.isKl()) {
      throw new IllegalArgumentException(
          "divergence: expected kl with the collapsed bound but got "
              + inducing
              + "; use TrainingPlan.ofSteps");
    }
    elbo.useDivergences(inducing, weights);
  }

  /** A hold that names nothing is a slip of the pen. */
  private void checkHolds() {
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
    BestState best = new BestState(validation, plan.patience(), parameters, posteriors);
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
      progress.bound = bound;
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
      settle();
    }
    return new Result(step, smooth, best.score(), restores, mostJitter, System.nanoTime() - start);
  }

  /** What the next steps depend on, beside the data and the plan. */
  private TrainingState state(BestState best, long nanos) {
    Map<String, double[]> numbers = new LinkedHashMap<>();
    Map<String, long[]> counts = new LinkedHashMap<>();
    counts.put("step", new long[] {step});
    counts.put("nanos", new long[] {nanos});
    counts.put("restores", new long[] {restores});
    counts.put("batches", new long[] {batches.drawn()});
    counts.put("run", identity());
    numbers.put("progress", new double[] {bound, smooth, goodBound, shrink, mostJitter});
    numbers.put("free", parameters.free());
    Snapshot.store("current", posteriors, numbers);
    good.store("good", numbers);
    adam.store("adam", numbers, counts);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().store("adam-posterior-" + l, numbers, counts);
      }
    }
    if (collapsed != null) {
      collapsed.store(numbers, counts);
      counts.put("nothing-left", new long[] {nothingLeft ? 1 : 0});
    }
    best.store(numbers, counts);
    return new TrainingState(numbers, counts);
  }

  /** Rows, batch size, seed: those of another run would go on without a word, and wrongly. */
  private long[] identity() {
    return new long[] {rows, batches.size(), plan.seed()};
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
    double[] progress = state.sized("progress", 5);
    bound = progress[0];
    smooth = progress[1];
    goodBound = progress[2];
    shrink = progress[3];
    mostJitter = progress[4];
    restores = Math.toIntExact(state.single("restores"));
    double[] free = state.sized("free", parameters.size());
    System.arraycopy(free, 0, parameters.free(), 0, free.length);
    parameters.refresh();
    Snapshot.load("current", posteriors, state);
    good.load("good", state);
    adam.load("adam", state);
    for (int l = 0; l < posteriorAdams.size(); l++) {
      if (posteriorAdams.get(l) != null) {
        posteriorAdams.get(l).adam().load("adam-posterior-" + l, state);
      }
    }
    if (collapsed != null) {
      collapsed.load(state);
      nothingLeft = state.single("nothing-left") == 1;
    }
    best.load(state);
    elbo.unfactor();
    // The batch, nodes and noise of the last step: the end of a run evaluates them once more
    batches.fastForward(state.single("batches"), workers);
    step = Math.max(0, state.step() - 1);
    renewLattices();
    elbo.useNoise(plan.seed(), step);
    step = state.step();
  }

  /** Takes back a bad last step: no step after it would notice. */
  private void settle() {
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
                + step
                + " steps; look for extreme values in the data");
      }
    } else if (isFullBatch() || Double.isNaN(smooth)) {
      smooth = bound;
    }
  }

  private boolean isFullBatch() {
    return batches.size() == rows;
  }

  /** Not finite, or fallen far; one minibatch may be far below the average without harm. */
  private boolean isBad(double value) {
    return !Double.isFinite(value) || isFullBatch() && value < goodBound - FALL_PER_ROW * rows;
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
    batches.advance(workers);
    if (collapsed != null) {
      nothingLeft = !collapsed.step(share);
      bound = collapsed.bound();
      smooth = bound;
      mostJitter = Math.max(mostJitter, elbo.jitter());
      step++;
      return;
    }
    renewLattices();
    elbo.useNoise(plan.seed(), step);
    bound = evaluate();
    smooth =
        isFullBatch() || Double.isNaN(smooth)
            ? bound
            : smooth + MINIBATCH_SMOOTHING * (bound - smooth);
    if (!Double.isFinite(bound) || smooth < goodBound - FALL_PER_ROW * rows) {
      restore();
    } else {
      if (step % plan.checkEvery() == 0 && !(smooth < goodBound)) {
        good.take();
        goodBound = smooth;
      }
      mostJitter = Math.max(mostJitter, elbo.jitter());
      move(share);
    }
    step++;
  }

  private double evaluate() {
    try {
      return elbo.evaluate(batches.x(), batches.y(), batches.scale());
    } catch (ArithmeticException e) {
      // K_zz could not be factored: a bad step, like a bound that is not finite
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  private void restore() {
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

  /**
   * Each q(v) and the parameters are moved at the same time, and with the latter goes the next
   * K_zz.
   */
  private void move(double share) {
    double rate = shrink * plan.learningRateAt(share);
    workers.run(
        posteriors.size() + 1,
        (task, worker) -> {
          if (task > 0) {
            movePosterior(task - 1, rate, share);
          } else {
            moveParameters(share, rate);
            try {
              elbo.factor(workers.scratch(worker));
            } catch (ArithmeticException e) { // met again, and dealt with, in the next evaluation
              LOG.log(System.Logger.Level.DEBUG, "bad step", e);
            }
          }
        });
  }

  private void movePosterior(int l, double rate, double share) {
    if (posteriorAdams.get(l) == null) {
      double rho = naturalShare[l] * shrink * plan.naturalStepAt(step);
      if (!isFullBatch()) { // ρ averages over the last 1/ρ batches: longer towards the end
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
    adam.begin();
    for (int b = 0; b < blocks.size(); b++) {
      Parameters.Block block = blocks.get(b);
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
      }
    }
    parameters.refresh();
  }

  /**
   * A lattice's shift is drawn anew at every step, so that its error averages out; Gauss–Hermite
   * nodes stay.
   */
  private void renewLattices() {
    for (int o = 0; o < architecture.outputs().size(); o++) {
      if (architecture.outputs().get(o).flows().size() > 2) {
        elbo.useNodes(o, nodes(o));
      }
    }
  }

  private Nodes nodes(int output) {
    int latents = architecture.outputs().get(output).flows().size();
    return Nodes.forLatents(latents, nodesPerLatent, plan.seed() + step).significant();
  }
}
