package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.quadrature.Nodes;
import java.util.Arrays;

/**
 * E_q[log p(y | G(f0))] of one output over rows, and its pullback to the rows' means and variances;
 * equation E2 in docs/equations.md.
 *
 * <p>By quadrature: f_ns = μ_n + √v_n·z_s, through the flow, into the likelihood. In closed form
 * when there is no flow and the likelihood knows one. Flows that depend on the input get their
 * parameters per row from a network, whose randomness is averaged over a few draws.
 */
public final class OutputExpectation {
  /**
   * Elements (rows × nodes) treated at a time, so that they stay in the first- and second-level
   * caches.
   */
  private static final int CHUNK = 2048;

  private final Likelihood likelihood;
  private final Flow[] flows;
  private final FlowNetwork[] networks; // empty, or one per latent
  private final int likelihoodAt;
  private final int[] flowAt;
  private final int[] networkAt;
  private final boolean identity;
  private int nodes;
  private double[][] z;
  private double[] weights;

  public OutputExpectation(Architecture architecture, int output, Nodes nodes) {
    Architecture.Output o = architecture.outputs().get(output);
    likelihood = o.likelihood();
    flows = o.flows().toArray(new Flow[0]);
    networks = o.networks().toArray(new FlowNetwork[0]);
    likelihoodAt = architecture.likelihoodAt(output);
    flowAt = new int[flows.length];
    networkAt = new int[flows.length];
    boolean allIdentity = true;
    for (int c = 0; c < flows.length; c++) {
      int latent = architecture.firstLatentOfOutput(output) + c;
      flowAt[c] = architecture.flowAt(latent);
      networkAt[c] = architecture.networkAt(latent);
      allIdentity &= flows[c] instanceof IdentityFlow;
    }
    identity = allIdentity;
    useNodes(nodes);
  }

  /** Replaces the quadrature nodes, as training by quasi-Monte-Carlo does at every step. */
  public void useNodes(Nodes replacement) {
    nodes = replacement.count();
    weights = replacement.copyWeights();
    z = new double[flows.length][];
    for (int c = 0; c < flows.length; c++) {
      z[c] = replacement.copyNodes(c);
    }
  }

  /** What the bound gains for the networks' weights. */
  public double logPrior(double[] theta, Divergence divergence, double[] thetaBar) {
    double sum = 0.0;
    for (int c = 0; c < networks.length; c++) {
      sum += networks[c].logPrior(theta, networkAt[c], divergence, thetaBar);
    }
    return sum;
  }

  /**
   * The latents of some rows: what comes in, and the adjoints that go out; one array per latent.
   */
  public record Marginals(
      double[][] mean, double[][] variance, double[][] meanBar, double[][] varianceBar) {}

  /**
   * Returns scale·Σ_n E[log p(y_n | ·)], <b>writes</b> the adjoints of the marginals, adds to
   * thetaBar.
   *
   * @param x the block's rows
   * @param noise of the block's first row
   */
  public double pullback(
      double[] theta,
      Matrix x,
      Noise noise,
      double[] y,
      int yFrom,
      Marginals marginals,
      double scale,
      double[] thetaBar,
      Scratch scratch) {
    if (identity && likelihood.hasClosedForm()) {
      return likelihood.expectedLogDensity(
          theta,
          likelihoodAt,
          y,
          yFrom,
          marginals.mean[0],
          marginals.variance[0],
          x.rows,
          scale,
          marginals.meanBar[0],
          marginals.varianceBar[0],
          thetaBar);
    }
    for (int c = 0; c < flows.length; c++) {
      Arrays.fill(marginals.meanBar[c], 0, x.rows, 0.0);
      Arrays.fill(marginals.varianceBar[c], 0, x.rows, 0.0);
    }
    int draws = networks.length == 0 ? 1 : networks[0].samples();
    int step = networks.length == 0 ? Math.max(1, x.rows) : networks[0].rowsAtATime(x.rows);
    double sum = 0.0;
    for (int draw = 0; draw < draws; draw++) {
      Noise drawn = noise.withSample((long) draw * flows.length);
      for (int from = 0; from < x.rows; from += step) {
        int to = Math.min(from + step, x.rows);
        sum +=
            draw(theta, x, from, to, drawn, y, yFrom, marginals, scale / draws, thetaBar, scratch);
      }
    }
    return sum;
  }

  /** One draw of the networks, if there are any, for rows first..end−1 of the block. */
  private double draw(
      double[] theta,
      Matrix allRows,
      int first,
      int end,
      Noise noise,
      double[] y,
      int yFrom,
      Marginals marginals,
      double scale,
      double[] thetaBar,
      Scratch scratch) {
    int mark = scratch.mark();
    Matrix x = allRows.rowRange(first, end);
    FlowNetwork.Rows[] rowValues = new FlowNetwork.Rows[networks.length];
    for (int c = 0; c < networks.length; c++) {
      rowValues[c] = networks[c].take(first, x.rows, scratch);
      Noise own = noise.withSample(noise.sample() + c).fromRow(noise.firstRow() + first);
      networks[c].forward(
          theta, flowAt[c], networkAt[c], x, Mode.TRAIN, own, rowValues[c], scratch);
    }
    double sum = 0.0;
    int step = Math.max(1, CHUNK / nodes);
    for (int from = first; from < end; from += step) {
      int count = Math.min(step, end - from);
      sum += chunk(theta, rowValues, y, yFrom, from, count, marginals, scale, thetaBar, scratch);
    }
    for (int c = 0; c < networks.length; c++) {
      networks[c].pullback(
          theta, flowAt[c], networkAt[c], x, Mode.TRAIN, rowValues[c], thetaBar, scratch);
    }
    scratch.release(mark);
    return sum;
  }

  private double chunk(
      double[] theta,
      FlowNetwork.Rows[] rowValues,
      double[] y,
      int yFrom,
      int from,
      int rows,
      Marginals marginals,
      double scale,
      double[] thetaBar,
      Scratch scratch) {
    int latents = flows.length;
    int n = rows * nodes;
    int mark = scratch.mark();
    double[] f0 = scratch.take(latents * n);
    double[] fk = identity ? f0 : scratch.take(latents * n);
    double[] bar = scratch.take(latents * n);
    double[][] tapes = new double[latents][];
    for (int c = 0; c < latents; c++) {
      place(z[c], marginals.mean[c], marginals.variance[c], from, rows, f0, c * n);
      tapes[c] = scratch.take(flows[c].tapeWidth() * n);
      if (rowValues.length > 0) {
        forwardByRow(c, rowValues[c], from, rows, f0, fk, tapes[c]);
      } else if (!identity) {
        flows[c].forward(theta, flowAt[c], f0, c * n, fk, c * n, n, tapes[c], 0);
      }
    }
    double sum =
        likelihood.expectation(
            theta,
            likelihoodAt,
            y,
            yFrom + from,
            rows,
            fk,
            nodes,
            weights,
            scale,
            bar,
            thetaBar,
            scratch);
    for (int c = 0; c < latents; c++) {
      if (rowValues.length > 0) {
        pullbackByRow(c, rowValues[c], from, rows, f0, fk, bar, tapes[c]);
      } else if (!identity) {
        flows[c].pullback(
            theta, flowAt[c], f0, c * n, fk, c * n, bar, c * n, n, tapes[c], 0, thetaBar);
      }
      gather(
          z[c],
          marginals.variance[c],
          from,
          rows,
          bar,
          c * n,
          marginals.meanBar[c],
          marginals.varianceBar[c]);
    }
    scratch.release(mark);
    return sum;
  }

  private void forwardByRow(
      int c, FlowNetwork.Rows values, int from, int rows, double[] f0, double[] fk, double[] tape) {
    int width = networks[c].width();
    int perRow = flows[c].tapeWidth() * nodes;
    for (int i = 0; i < rows; i++) {
      int at = (c * rows + i) * nodes;
      int row = (from + i - values.first) * width;
      flows[c].forward(values.theta, row, f0, at, fk, at, nodes, tape, i * perRow);
    }
  }

  private void pullbackByRow(
      int c,
      FlowNetwork.Rows values,
      int from,
      int rows,
      double[] f0,
      double[] fk,
      double[] bar,
      double[] tape) {
    int width = networks[c].width();
    int perRow = flows[c].tapeWidth() * nodes;
    for (int i = 0; i < rows; i++) {
      int at = (c * rows + i) * nodes;
      int row = (from + i - values.first) * width;
      flows[c].pullback(
          values.theta, row, f0, at, fk, at, bar, at, nodes, tape, i * perRow, values.thetaBar);
    }
  }

  /** f_ns = μ_n + √v_n·z_s. */
  private void place(
      double[] node, double[] mean, double[] variance, int from, int rows, double[] f, int at) {
    for (int i = 0; i < rows; i++) {
      double mu = mean[from + i];
      double sd = Math.sqrt(variance[from + i]);
      int row = at + i * nodes;
      for (int s = 0; s < nodes; s++) {
        f[row + s] = mu + sd * node[s];
      }
    }
  }

  /** μ̄_n += Σ_s f̄_ns and v̄_n += Σ_s f̄_ns·z_s / (2√v_n). */
  private void gather(
      double[] node,
      double[] variance,
      int from,
      int rows,
      double[] bar,
      int at,
      double[] meanBar,
      double[] varianceBar) {
    for (int i = 0; i < rows; i++) {
      int row = at + i * nodes;
      meanBar[from + i] += Sums.shortSum(bar, row, nodes);
      varianceBar[from + i] +=
          Sums.dot(bar, row, node, 0, nodes) / (2.0 * Math.sqrt(variance[from + i]));
    }
  }
}
