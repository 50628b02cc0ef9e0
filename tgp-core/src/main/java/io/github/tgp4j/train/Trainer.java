package io.github.tgp4j.train;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Climbs the bound: natural gradients (or Adam) for q(v), Adam for everything else, both from one
 * evaluation per step.
 *
 * <p>Guards against divergence: when the bound or a gradient is not finite, or the bound has fallen
 * far below where it was, the last good snapshot is restored, the step sizes are halved, and
 * training goes on.
 */
public final class Trainer {
  private static final System.Logger LOG = System.getLogger("io.github.tgp4j.train");
  private static final int MOST_RESTORES = 30;

  /** A fall of the smoothed bound by this many nats per row counts as divergence. */
  private static final double FALL_PER_ROW = 2.0;

  private final Architecture architecture;
  private final Parameters parameters;
  private final List<InducingPosterior> posteriors;
  private final TrainingPlan plan;
  private final Workers workers;
  private final int nodesPerLatent;

  private final Adam adam;
  private final double[] freeBar;
  private final List<PosteriorStep> posteriorSteps = new ArrayList<>();
  private double shrink = 1.0;

  /** Trains these parameters and posteriors in place. */
  public Trainer(
      Architecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      int nodesPerLatent,
      TrainingPlan plan,
      Workers workers) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.posteriors = posteriors;
    this.plan = plan;
    this.workers = workers;
    this.nodesPerLatent = nodesPerLatent;
    adam = new Adam(parameters.size());
    freeBar = new double[parameters.size()];
    for (InducingPosterior posterior : posteriors) {
      posteriorSteps.add(plan.naturalStep() > 0 ? null : new PosteriorStep(posterior));
    }
  }

  /** What training came to. */
  public record Result(
      int steps, double bound, double validation, int restores, double jitter, long nanos) {}

  /**
   * Trains on x and y.
   *
   * @param validation a score of the current state, larger is better, or null; with patience, the
   *     best state is kept
   */
  public Result train(
      Matrix x, double[][] y, DoubleSupplier validation, TrainingListener listener) {
    long start = System.nanoTime();
    Elbo elbo = new Elbo(architecture, parameters, posteriors, nodes(0), workers);
    Batches batches = new Batches(x, y, plan.batchSize(), plan.seed());
    TrainingListener.Progress progress = new TrainingListener.Progress();
    Snapshot good = new Snapshot(parameters, posteriors);
    Snapshot best = validation == null ? null : new Snapshot(parameters, posteriors);
    double goodBound = Double.NEGATIVE_INFINITY;
    double bestScore = Double.NEGATIVE_INFINITY;
    double smooth = Double.NaN;
    double mostJitter = 0.0;
    int restores = 0;
    int stale = 0;
    int step = 0;
    boolean goOn = true;
    while (goOn && step < plan.steps()) {
      double share = share(step, System.nanoTime() - start);
      if (share >= 1.0) {
        break;
      }
      batches.advance();
      renewNodes(elbo, step);
      double bound = evaluate(elbo, batches);
      smooth = Double.isNaN(smooth) ? bound : smooth + smoothing(batches, x) * (bound - smooth);
      if (!Double.isFinite(bound) || smooth < goodBound - FALL_PER_ROW * x.rows) {
        if (++restores > MOST_RESTORES) {
          throw new ArithmeticException(
              "training: the bound is "
                  + bound
                  + " at step "
                  + step
                  + " after "
                  + MOST_RESTORES
                  + " restarts with smaller steps; look for extreme values in the data or fix the likelihood's scale");
        }
        LOG.log(
            System.Logger.Level.DEBUG, "step {0}: bound {1}; restored, steps halved", step, bound);
        good.restore();
        adam.reset();
        shrink *= 0.5;
        smooth = Double.NaN;
        step++;
        continue;
      }
      if (step % plan.checkEvery() == 0 && !(smooth < goodBound)) {
        good.take();
        goodBound = smooth;
      }
      mostJitter = Math.max(mostJitter, elbo.jitter());
      move(elbo, share, step);
      step++;
      progress.step = step;
      progress.share = share(step, System.nanoTime() - start);
      progress.bound = bound;
      progress.nanos = System.nanoTime() - start;
      if (validation != null && (step % plan.checkEvery() == 0 || step == plan.steps())) {
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
    if (best != null && bestScore > Double.NEGATIVE_INFINITY) {
      best.restore();
    } else {
      double last = evaluate(elbo, batches);
      if (!Double.isFinite(last)) {
        good.restore();
        restores++;
      }
    }
    return new Result(step, smooth, bestScore, restores, mostJitter, System.nanoTime() - start);
  }

  private static double smoothing(Batches batches, Matrix x) {
    return batches.size() == x.rows ? 1.0 : 0.05;
  }

  private double share(int step, long nanos) {
    double bySteps = (double) step / plan.steps();
    return plan.timeLimit() == null
        ? bySteps
        : Math.max(bySteps, (double) nanos / plan.timeLimit().toNanos());
  }

  private double evaluate(Elbo elbo, Batches batches) {
    try {
      return elbo.evaluate(batches.x(), batches.y(), batches.scale());
    } catch (
        ArithmeticException
            e) { // K_zz could not be factored: a bad step, like a bound that is not finite
      LOG.log(System.Logger.Level.DEBUG, "bad step", e);
      return Double.NaN;
    }
  }

  private void move(Elbo elbo, double share, int step) {
    double rate = shrink * plan.learningRateAt(share);
    java.util.Arrays.fill(freeBar, 0.0);
    parameters.pullback(elbo.gradient(), freeBar);
    double rho = shrink * plan.naturalStepAt(step);
    for (int l = 0; l < posteriors.size(); l++) {
      PosteriorStep adamOnQ = posteriorSteps.get(l);
      if (adamOnQ == null) {
        posteriors.get(l).naturalStep(elbo.curvature(l), elbo.slope(l), rho);
      } else {
        adamOnQ.move(elbo, l, rate);
      }
    }
    adam.begin();
    for (Parameters.Block block : parameters.blocks()) {
      if (block.trainable() && !plan.isHeld(block.name(), share)) {
        adam.move(parameters.free(), freeBar, block.from(), block.size(), rate);
      }
    }
    parameters.refresh();
  }

  /** Nodes of every output: Gauss–Hermite for one latent, a freshly shifted lattice for several. */
  private List<Nodes> nodes(int step) {
    List<Nodes> nodes = new ArrayList<>();
    for (Architecture.Output output : architecture.outputs()) {
      nodes.add(Nodes.forLatents(output.flows().size(), nodesPerLatent, plan.seed() + step));
    }
    return nodes;
  }

  private void renewNodes(Elbo elbo, int step) {
    for (int o = 0; o < architecture.outputs().size(); o++) {
      if (architecture.outputs().get(o).flows().size() > 1) {
        elbo.useNodes(
            o,
            Nodes.forLatents(
                architecture.outputs().get(o).flows().size(), nodesPerLatent, plan.seed() + step));
      }
    }
  }

  /** Adam on the free values of one q(v). */
  private static final class PosteriorStep {
    private final InducingPosterior posterior;
    private final double[] free;
    private final double[] bar;
    private final Adam adam;

    PosteriorStep(InducingPosterior posterior) {
      this.posterior = posterior;
      free = new double[posterior.freeSize()];
      bar = new double[posterior.freeSize()];
      adam = new Adam(posterior.freeSize());
    }

    void move(Elbo elbo, int latent, double rate) {
      posterior.storeFree(free);
      posterior.freeGradient(elbo.curvature(latent), elbo.slope(latent), bar);
      adam.begin();
      adam.move(free, bar, 0, free.length, rate);
      posterior.loadFree(free);
    }
  }
}
