package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.engine.RowSums;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import java.util.Arrays;
import java.util.List;

/**
 * Σ_n E_q[log p(y_n | G(f0(x_n)))] of all outputs: from the marginals of every latent to the
 * expectation, and back to their adjoints; equation E2 in docs/equations.md.
 */
public final class Expectations {
  private final Architecture architecture;
  private final OutputExpectation[] outputs;
  private Noise noise = Noise.of(0, 0, 0);

  public Expectations(Architecture architecture, List<Nodes> nodes) {
    this.architecture = architecture;
    outputs = new OutputExpectation[architecture.outputs().size()];
    for (int o = 0; o < outputs.length; o++) {
      outputs[o] = new OutputExpectation(architecture, o, nodes.get(o));
    }
  }

  /** Replaces the quadrature nodes of an output. */
  public void useNodes(int output, Nodes nodes) {
    outputs[output].useNodes(nodes);
  }

  /** Whether rows count by log E[p(y | ·)] in place of E[log p(y | ·)]; equation E6. */
  public void usePredictive(boolean value) {
    for (OutputExpectation output : outputs) {
      output.usePredictive(value);
    }
  }

  /** Names the random numbers of the next evaluations: networks draw anew when it changes. */
  public void useNoise(long seed, long step) {
    noise = Noise.of(seed, step, 0);
  }

  /** The random numbers of some rows. */
  public Noise noise(RowBlock rows) {
    return rows.noise(noise);
  }

  /** The random numbers of the current step. */
  public Noise noise() {
    return noise;
  }

  /**
   * Adds scale·Σ_n E[log p(y_n | ·)] and the adjoints of flows and likelihoods to the sums, and
   * <b>writes</b> the adjoints of the marginals.
   */
  public void pullback(
      double[] theta,
      RowBlock rows,
      OutputExpectation.Marginals marginals,
      double scale,
      RowSums sums,
      Scratch scratch) {
    for (int o = 0; o < outputs.length; o++) {
      OutputExpectation.Marginals own = marginals.of(architecture, o);
      sums.expectation +=
          outputs[o].pullback(theta, rows, o, noise(rows), own, scale, sums.thetaBar, scratch);
    }
  }

  /** What the bound gains for the networks' weights. */
  public double logPrior(double[] theta, Divergence divergence, double[] thetaBar) {
    return Arrays.stream(outputs).mapToDouble(o -> o.logPrior(theta, divergence, thetaBar)).sum();
  }

  /** Writes the nodes. */
  public void store(StateWriter out) {
    for (OutputExpectation output : outputs) {
      output.store(out);
    }
  }

  /** Takes what {@link #store} wrote. */
  public void load(StateReader in) {
    for (OutputExpectation output : outputs) {
      output.load(in);
    }
  }
}
