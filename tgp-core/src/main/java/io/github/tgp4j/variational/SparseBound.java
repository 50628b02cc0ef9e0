package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.Bound;
import io.github.tgp4j.engine.Engine;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.engine.State;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import java.util.Arrays;

/**
 * What shallow and deep bounds share: groups of latents with their sparse conditionals, and outputs
 * with their expectations. A kind of bound says how a block of rows passes through them.
 *
 * <p>After {@link #evaluate}, {@link #gradient()} holds the adjoint of the constrained values and
 * {@link #curvature}, {@link #slope} what the update of q(v) needs. All work space is kept: steps
 * allocate next to nothing.
 */
public abstract class SparseBound implements Bound {
  /** For what already runs inside a task; it starts no thread and has no state. */
  private static final Workers SERIAL = new Workers(1);

  protected final Parameters parameters;
  protected final SparseConditional[] groups;
  protected final Expectations expectations;
  private final Workers workers;
  private final int latents;
  private RowSums total;
  private boolean factored;
  private Divergence divergence = Divergence.kl();
  private Divergence weightDivergence = Divergence.kl();

  protected SparseBound(
      Parameters parameters,
      SparseConditional[] groups,
      Expectations expectations,
      Workers workers) {
    this.parameters = parameters;
    this.groups = groups;
    this.expectations = expectations;
    this.workers = workers;
    this.latents = Arrays.stream(groups).mapToInt(SparseConditional::latents).sum();
  }

  @Override
  public final double evaluate(Engine engine) {
    prepare(Pass.GRADIENT);
    engine.sum(this, Pass.GRADIENT, total());
    return finish(total());
  }

  /** Expectation − divergence + prior. */
  @Override
  public final double finish(RowSums sums) {
    return sums.expectation - divergence(sums) + logPrior(sums);
  }

  /** Σ_l D[q(v_l) ‖ N(0, I)], with its derivatives, and on to K̄_zz. */
  private double divergence(RowSums sums) {
    each((group, latent, threads) -> group.finishLatent(latent, sums, threads));
    double sum = 0.0;
    for (SparseConditional group : groups) {
      sum += group.finish(parameters.value(), divergence, sums, workers);
    }
    return sum;
  }

  /** log prior(θ), what networks' weights lose to theirs included. */
  private double logPrior(RowSums sums) {
    return expectations.logPrior(parameters.value(), weightDivergence, sums.thetaBar)
        + parameters.logPrior(sums.thetaBar);
  }

  @Override
  public final void prepare(Pass pass) {
    if (!factored) {
      factor(workers.scratch(0));
    }
    if (pass == Pass.GRADIENT) { // the factors of the other pass serve this one too
      factored = false;
      each(SparseConditional::prepare);
    }
  }

  /** Work on one latent of a group. */
  @FunctionalInterface
  protected interface LatentTask {
    void run(SparseConditional group, int latent, Workers threads);
  }

  /** Runs a task for every latent: threads share the latents, or the work on the only one. */
  protected final void each(LatentTask task) {
    if (latents == 1) {
      task.run(groups[0], 0, workers);
      return;
    }
    workers.run(
        latents,
        (number, worker) -> {
          int g = groups.length - 1;
          while (groups[g].first() > number) {
            g--;
          }
          task.run(groups[g], number - groups[g].first(), SERIAL);
        });
  }

  @Override
  public final void factor(Scratch scratch) {
    for (SparseConditional group : groups) {
      group.factor(parameters.value(), scratch);
    }
    factored = true;
  }

  @Override
  public final void unfactor() {
    factored = false;
  }

  @Override
  public final State state() {
    StateWriter out = new StateWriter().put(parameters.value());
    for (SparseConditional group : groups) {
      group.store(out);
    }
    expectations.store(out);
    return out.finish(expectations.noise().seed(), expectations.noise().step());
  }

  @Override
  public final void load(State state) {
    StateReader in = new StateReader(state);
    in.next(parameters.value());
    for (SparseConditional group : groups) {
      group.load(in);
    }
    expectations.load(in);
    in.finish();
    expectations.useNoise(state.seed(), state.step());
  }

  /** The sums of the last evaluation; always the same object. */
  protected final RowSums total() {
    if (total == null) {
      total = newSums();
    }
    return total;
  }

  @Override
  public final Workers workers() {
    return workers;
  }

  @Override
  public final void useNodes(int output, Nodes nodes) {
    expectations.useNodes(output, nodes);
  }

  @Override
  public final void useNoise(long seed, long step) {
    expectations.useNoise(seed, step);
  }

  @Override
  public final void useDivergences(Divergence inducing, Divergence weights) {
    divergence = inducing;
    weightDivergence = weights;
  }

  /** Whether both divergences are KL. */
  public final boolean isKl() {
    return divergence.isKl() && weightDivergence.isKl();
  }

  @Override
  public final void usePredictive() {
    expectations.usePredictive(true);
  }

  @Override
  public final double[] gradient() {
    return total().thetaBar;
  }

  @Override
  public final Matrix curvature(int latent) {
    return total().w[latent];
  }

  @Override
  public final double[] slope(int latent) {
    return total().aBar[latent];
  }

  @Override
  public final double jitter() {
    double most = 0.0;
    for (SparseConditional group : groups) {
      most = Math.max(most, group.jitter());
    }
    return most;
  }
}
