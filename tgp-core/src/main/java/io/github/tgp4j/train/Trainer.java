package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Bound;
import io.github.tgp4j.variational.DeepArchitecture;
import io.github.tgp4j.variational.DeepElbo;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * Climbs the bound: natural gradients (or Adam) for q(v), Adam for everything else, both from one
 * evaluation per step.
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
  private final Snapshot good;
  private final List<Parameters.Block> blocks;

  private int step;
  private double bound = Double.NaN;
  private double smooth = Double.NaN;
  private double goodBound = Double.NEGATIVE_INFINITY;
  private double shrink = 1.0;
  private double mostJitter;
  private int restores;

  /** Trains these parameters and posteriors in place, on x and one array of targets per output. */
  public Trainer(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent,
      TrainingPlan plan,
      Workers workers,
      Matrix x,
      double[][] y) {
    this(
        architecture,
        naturalShares(posteriors.size(), 0, 1.0),
        nodes -> new Elbo(architecture, parameters, List.copyOf(posteriors), nodes, workers),
        parameters,
        posteriors,
        nodesPerLatent,
        plan,
        workers,
        x,
        y);
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
      Matrix x,
      double[][] y) {
    this(
        architecture.last(),
        naturalShares(posteriors.size(), architecture.hiddenUnits(), hiddenShare),
        nodes -> new DeepElbo(architecture, parameters, posteriors, nodes, workers),
        parameters,
        posteriors,
        nodesPerLatent,
        plan,
        workers,
        x,
        y);
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
      Matrix x,
      double[][] y) {
    this.architecture = architecture;
    this.naturalShare = naturalShare;
    this.parameters = parameters;
    this.posteriors = List.copyOf(posteriors);
    this.plan = plan;
    this.workers = workers;
    this.nodesPerLatent = nodesPerLatent;
    this.rows = x.rows;
    this.batches = new Batches(x, y, plan.batchSize(), plan.seed());
    List<Nodes> nodes = new ArrayList<>();
    for (int o = 0; o < architecture.outputs().size(); o++) {
      nodes.add(nodes(o));
    }
    this.elbo = objective.apply(nodes);
    this.adam = new Adam(parameters.size());
    this.freeBar = new double[parameters.size()];
    this.good = new Snapshot(parameters, this.posteriors);
    this.blocks = parameters.blocks();
    checkHolds();
    for (int l = 0; l < this.posteriors.size(); l++) {
      boolean natural = naturalShare[l] * plan.naturalStep() > 0;
      posteriorAdams.add(natural ? null : new PosteriorAdam(this.posteriors.get(l)));
    }
  }

  /** Takes other divergences from the prior in place of KL: of q(v), and of networks' q(W). */
  public void useDivergences(Divergence inducing, Divergence weights) {
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

  /**
   * Runs the plan.
   *
   * @param validation a score of the current state, larger is better, or null; the best state that
   *     it sees is kept
   */
  public Result train(DoubleSupplier validation, TrainingListener listener) {
    long start = System.nanoTime();
    TrainingListener.Progress progress = new TrainingListener.Progress();
    Snapshot best = validation == null ? null : new Snapshot(parameters, posteriors);
    double bestScore = Double.NEGATIVE_INFINITY;
    int stale = 0;
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
      if (validation != null && (step % plan.checkEvery() == 0 || progress.share >= 1.0)) {
        double score = validation.getAsDouble();
        progress.validation = score;
        if (score > bestScore) {
          bestScore = score;
          best.take();
          stale = 0;
        } else if (plan.patience() > 0 && ++stale >= plan.patience()) {
          goOn = false;
        }
      }
      goOn &= listener.onStep(progress);
    }
    if (bestScore > Double.NEGATIVE_INFINITY) {
      best.restore();
    } else {
      settle();
    }
    return new Result(step, smooth, bestScore, restores, mostJitter, System.nanoTime() - start);
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
    return Nodes.forLatents(
        architecture.outputs().get(output).flows().size(), nodesPerLatent, plan.seed() + step);
  }
}
