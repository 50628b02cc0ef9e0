package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import java.util.random.RandomGenerator;

/**
 * The predictive distribution of one output: a mixture over quadrature nodes and, where the flow
 * depends on the input, over draws of its network; equations R1–R4 in docs/equations.md. Immutable
 * and safe for many threads.
 *
 * <p>The nodes lie on an even grid over ±7 standard deviations of f0. When neighbouring components
 * p(y | G(f_s)) would not overlap, because the noise is small against the spread of f, the grid is
 * refined: an even grid converges exponentially as soon as it resolves the noise, where
 * Gauss–Hermite would need twenty to eighty times as many nodes.
 */
final class OutputPredictive {
  private static final int[] GRID_SIZES = {33, 101, 401, 1601};
  private static final double GRID_HALF_WIDTH = 7.0;

  /**
   * Components overlap when their centres are at most this many noise standard deviations apart.
   */
  private static final double MOST_GAP = 1.0;

  private static final int LATTICE_NODES = 512;

  /** Numbers kept at most, 64 MB. */
  private static final long MOST_KEPT = 8_000_000;

  private final Likelihood likelihood;
  private final Flow[] flows;
  private final FlowDraws draws;
  private final int firstLatent;
  private final int likelihoodAt;
  private final double[] theta;
  private final double shift;
  private final double scale;
  private final Nodes[] nodes;
  private final boolean gaussian;
  private final int tapeWidth;

  /** With the mean network where the flow depends on the input. */
  OutputPredictive(Architecture architecture, double[] theta, int output, Scaling targets) {
    this(architecture, theta, output, targets, 0);
  }

  /**
   * Reads the model's values.
   *
   * @param samples draws of the network per row, 0 for the mean network
   */
  OutputPredictive(
      Architecture architecture, double[] theta, int output, Scaling targets, int samples) {
    Architecture.Output o = architecture.outputs().get(output);
    this.likelihood = o.likelihood();
    this.flows = o.flows().toArray(new Flow[0]);
    this.draws = new FlowDraws(architecture, output, theta, samples);
    this.firstLatent = architecture.firstLatentOfOutput(output);
    this.likelihoodAt = architecture.likelihoodAt(output);
    this.theta = theta;
    this.shift = targets.shift()[output];
    this.scale = targets.scale()[output];
    this.gaussian = likelihood instanceof GaussianLikelihood && flows[0] instanceof IdentityFlow;
    int width = 0;
    for (Flow flow : flows) {
      width = Math.max(width, flow.tapeWidth());
    }
    this.tapeWidth = width;
    if (flows.length == 1) {
      nodes = new Nodes[GRID_SIZES.length];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = Nodes.evenGrid(GRID_SIZES[i], GRID_HALF_WIDTH);
      }
    } else {
      nodes = new Nodes[] {Nodes.forLatents(flows.length, LATTICE_NODES, 0L)};
    }
  }

  Likelihood likelihood() {
    return likelihood;
  }

  /** A mixture for one thread, to be placed at one row after the other. */
  Row row() {
    return new Row();
  }

  /** The mixture of one row; reused from row to row by one thread. */
  final class Row {
    private final Mixture mixture = new Mixture(likelihood, theta, likelihoodAt, shift, scale);
    private final FlowDraws.Values own = draws.newValues();
    private final Scratch scratch = new Scratch();
    private FlowDraws.Values values = own;

    /**
     * Places the mixture of latent marginals N(mean[l], variance[l]) of the row at {@code index}.
     *
     * @param marginals the latent marginals, of one or several equally probable draws
     * @param known flow values by row, an entry filled in when it is missing; null to keep none
     */
    Mixture place(Matrix x, LatentMarginals marginals, int index, FlowDraws.Values[] known) {
      if (gaussian && marginals.draws() == 1) {
        mixture.becomeGaussian(
            marginals.mean(firstLatent, 0, index),
            marginals.variance(firstLatent, 0, index) + theta[likelihoodAt]);
        return mixture;
      }
      lookUp(x, index, known);
      for (Nodes grid : nodes) {
        fill(grid, marginals, index);
        mixture.settle();
        if (flows.length > 1 || likelihood.classes() > 0 || overlaps(grid, marginals.draws())) {
          break;
        }
      }
      return mixture;
    }

    private void lookUp(Matrix x, int index, FlowDraws.Values[] known) {
      if (known == null) {
        draws.draw(x.rowRange(index, index + 1), own, scratch);
        return;
      }
      if (known[index] == null) {
        known[index] = drawAt(x, index);
      }
      values = known[index];
    }

    /** Component (e, d, s): draw e of the marginals, draw d of the network, node s. */
    private void fill(Nodes grid, LatentMarginals marginals, int index) {
      int n = grid.count();
      int networkDraws = draws.count();
      int all = marginals.draws() * networkDraws * n;
      int mark = scratch.mark();
      mixture.reserve(all);
      double[] f0 = scratch.take(n);
      double[] tape = scratch.take(tapeWidth * n);
      for (int e = 0; e < marginals.draws(); e++) {
        for (int c = 0; c < flows.length; c++) {
          double mu = marginals.mean(firstLatent + c, e, index);
          double sd = Math.sqrt(marginals.variance(firstLatent + c, e, index));
          for (int s = 0; s < n; s++) {
            f0[s] = mu + sd * grid.node(c, s);
          }
          for (int d = 0; d < networkDraws; d++) {
            int to = c * all + (e * networkDraws + d) * n;
            flows[c].forward(values.theta(c), values.at(c, d), f0, 0, mixture.fk, to, n, tape, 0);
          }
        }
      }
      for (int k = 0; k < all; k++) {
        mixture.weight[k] = grid.weight(k % n) / (all / n);
      }
      scratch.release(mark);
    }

    private boolean overlaps(Nodes grid, int marginalDraws) {
      int n = grid.count();
      for (int d = 0; d < marginalDraws * draws.count(); d++) {
        for (int s = d * n + 1; s < (d + 1) * n; s++) {
          double sd = Math.sqrt(Math.max(mixture.spread(s), mixture.spread(s - 1)));
          double gap = mixture.centre(s) - mixture.centre(s - 1);
          if (Math.abs(grid.node(0, s - d * n)) < 4.0 && gap > MOST_GAP * sd) {
            return false;
          }
        }
      }
      return true;
    }
  }

  /** Whether the flow values of so many rows are worth keeping between questions about them. */
  boolean shouldKeep(int rows) {
    return draws.valueCount() > 0 && (long) rows * draws.valueCount() <= MOST_KEPT;
  }

  /** Flow values of one row, drawn for {@link #sample} and {@link #conditionalMean}. */
  FlowDraws.Values drawAt(Matrix x, int row) {
    FlowDraws.Values values = draws.newValues();
    draws.draw(x.rowRange(row, row + 1), values, new Scratch());
    return values;
  }

  /** How many draws of the networks there are, at least 1. */
  int drawCount() {
    return draws.count();
  }

  /**
   * Draws y given latent values f0, one per latent, before the flow, with one draw of the networks.
   */
  double sample(double[] f0, FlowDraws.Values values, int draw, RandomGenerator random) {
    double[] fk = transformed(f0, values, draw);
    return shift + scale * likelihood.sample(theta, likelihoodAt, fk, 0, 1, random);
  }

  /** E[y | f0], in the target's units. */
  double conditionalMean(double[] f0, FlowDraws.Values values, int draw) {
    double[] fk = transformed(f0, values, draw);
    double[] moments = new double[1];
    likelihood.moments(theta, likelihoodAt, fk, 0, 1, 1, moments, new double[1], 0);
    return shift + scale * moments[0];
  }

  /** G(f0) of latent c at one row of x, one curve per draw of its network. */
  double[][] flow(int c, Matrix x, int row, double[] f0) {
    FlowDraws.Values values = drawAt(x, row);
    double[][] out = new double[draws.count()][f0.length];
    double[] tape = new double[flows[c].tapeWidth() * f0.length];
    for (int d = 0; d < out.length; d++) {
      flows[c].forward(values.theta(c), values.at(c, d), f0, 0, out[d], 0, f0.length, tape, 0);
    }
    return out;
  }

  private double[] transformed(double[] f0, FlowDraws.Values values, int draw) {
    double[] fk = new double[flows.length];
    double[] tape = new double[tapeWidth];
    for (int c = 0; c < flows.length; c++) {
      flows[c].forward(values.theta(c), values.at(c, draw), f0, c, fk, c, 1, tape, 0);
    }
    return fk;
  }
}
