package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.quadrature.Nodes;

/**
 * E_q[log p(y | G(f0))] of one output over rows, and its pullback to the rows' means and variances;
 * equation E2 in docs/equations.md.
 *
 * <p>By quadrature: f_ns = μ_n + √v_n·z_s, through the flow, into the likelihood. In closed form
 * when there is no flow and the likelihood knows one.
 */
final class OutputExpectation {
  /**
   * Elements (rows × nodes) treated at a time, so that they stay in the first- and second-level
   * caches.
   */
  private static final int CHUNK = 2048;

  private final Likelihood likelihood;
  private final Flow[] flows;
  private final int likelihoodAt;
  private final int[] flowAt;
  private final boolean identity;
  private int nodes;
  private double[][] z;
  private double[] weights;

  OutputExpectation(Architecture architecture, int output, Nodes nodes) {
    Architecture.Output o = architecture.outputs().get(output);
    likelihood = o.likelihood();
    flows = o.flows().toArray(new Flow[0]);
    likelihoodAt = architecture.likelihoodAt(output);
    flowAt = new int[flows.length];
    boolean allIdentity = true;
    for (int c = 0; c < flows.length; c++) {
      flowAt[c] = architecture.flowAt(architecture.firstLatentOfOutput(output) + c);
      allIdentity &= flows[c] instanceof IdentityFlow;
    }
    identity = allIdentity;
    useNodes(nodes);
  }

  /** Replaces the quadrature nodes, as training by quasi-Monte-Carlo does at every step. */
  void useNodes(Nodes replacement) {
    nodes = replacement.count();
    weights = replacement.copyWeights();
    z = new double[flows.length][];
    for (int c = 0; c < flows.length; c++) {
      z[c] = replacement.copyNodes(c);
    }
  }

  /**
   * Returns scale·Σ_n E[log p(y_n | ·)], <b>writes</b> meanBar and varianceBar, adds to thetaBar.
   * Means, variances and adjoints are one array per latent.
   */
  double pullback(
      double[] theta,
      double[] y,
      int yFrom,
      int rows,
      double[][] mean,
      double[][] variance,
      double scale,
      double[][] meanBar,
      double[][] varianceBar,
      double[] thetaBar,
      Scratch scratch) {
    if (identity && likelihood.hasClosedForm()) {
      return likelihood.expectedLogDensity(
          theta,
          likelihoodAt,
          y,
          yFrom,
          mean[0],
          variance[0],
          rows,
          scale,
          meanBar[0],
          varianceBar[0],
          thetaBar);
    }
    double sum = 0.0;
    int step = Math.max(1, CHUNK / nodes);
    for (int from = 0; from < rows; from += step) {
      int count = Math.min(step, rows - from);
      sum +=
          chunk(
              theta,
              y,
              yFrom,
              from,
              count,
              mean,
              variance,
              scale,
              meanBar,
              varianceBar,
              thetaBar,
              scratch);
    }
    return sum;
  }

  private double chunk(
      double[] theta,
      double[] y,
      int yFrom,
      int from,
      int rows,
      double[][] mean,
      double[][] variance,
      double scale,
      double[][] meanBar,
      double[][] varianceBar,
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
      place(z[c], mean[c], variance[c], from, rows, f0, c * n);
      tapes[c] = scratch.take(flows[c].tapeWidth() * n);
      if (!identity) {
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
      if (!identity) {
        flows[c].pullback(
            theta, flowAt[c], f0, c * n, fk, c * n, bar, c * n, n, tapes[c], 0, thetaBar);
      }
      gather(z[c], variance[c], from, rows, bar, c * n, meanBar[c], varianceBar[c]);
    }
    scratch.release(mark);
    return sum;
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

  /** μ̄_n = Σ_s f̄_ns and v̄_n = Σ_s f̄_ns·z_s / (2√v_n). */
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
      meanBar[from + i] = Sums.sum(bar, row, nodes);
      varianceBar[from + i] =
          Sums.dot(bar, row, node, 0, nodes) / (2.0 * Math.sqrt(variance[from + i]));
    }
  }
}
