package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.network.NetworkDraws;
import io.github.tgp4j.network.Noise;

/**
 * The flow values of one output at some inputs: the global ones, those of the mean network, or a
 * number of draws of it. Immutable and safe for many threads, each with its own {@link Values}.
 *
 * <p>The draws are the same for every input: draw s is one function of x, and a prediction depends
 * on x alone, not on the rows around it.
 */
public final class FlowDraws {
  private static final long SEED = 0x7467703462617468L;

  private final FlowNetwork[] networks;
  private final double[] theta;
  private final int[] flowAt;
  private final int[] networkAt;
  private final int samples;
  private final NetworkDraws[] drawn; // empty for the mean network

  /**
   * Reads an output's flows.
   *
   * @param samples draws of the network, 0 for the mean network
   */
  public FlowDraws(Architecture architecture, int output, double[] theta, int samples) {
    Architecture.Output o = architecture.outputs().get(output);
    this.networks = o.networks().toArray(new FlowNetwork[0]);
    this.theta = theta;
    this.samples = networks.length > 0 && networks[0].network().shape().isRandom() ? samples : 0;
    int latents = o.flows().size();
    flowAt = new int[latents];
    networkAt = new int[latents];
    for (int c = 0; c < latents; c++) {
      int latent = architecture.firstLatentOfOutput(output) + c;
      flowAt[c] = architecture.flowAt(latent);
      networkAt[c] = architecture.networkAt(latent);
    }
    drawn = new NetworkDraws[this.samples == 0 ? 0 : networks.length];
    for (int c = 0; c < drawn.length; c++) {
      Noise noise = Noise.of(SEED, c, 0);
      drawn[c] = NetworkDraws.of(networks[c].network(), theta, networkAt[c], noise, this.samples);
    }
  }

  /** How many sets of flow values a row has, at least 1. */
  public int count() {
    return Math.max(1, samples);
  }

  /** Whether rows have values of their own. */
  public boolean dependOnInput() {
    return networks.length > 0;
  }

  /** Room for the values of so many rows. */
  public Values newValues(int rows) {
    return new Values(rows);
  }

  /**
   * Flow values of some rows: value k of draw d of latent c and a row lies at {@code theta(c)[at(c,
   * row) + k·count() + d]}.
   */
  public final class Values {
    private final double[][] rows = new double[networks.length][];

    private Values(int count) {
      for (int c = 0; c < networks.length; c++) {
        rows[c] = new double[count * count() * networks[c].width()];
      }
    }

    public double[] theta(int c) {
      return networks.length == 0 ? theta : rows[c];
    }

    public int at(int c, int row) {
      return networks.length == 0 ? flowAt[c] : row * count() * networks[c].width();
    }
  }

  /** Computes the values of every row of x, into the first rows of {@code values}. */
  public void draw(Matrix x, Values values, Scratch scratch) {
    int mark = scratch.mark();
    for (int c = 0; c < networks.length; c++) {
      Network network = networks[c].network();
      double[] raw = scratch.take(x.rows * network.outputs() * count());
      if (samples == 0) {
        Matrix out = Matrix.wrap(raw, x.rows, network.outputs());
        double[] tape = scratch.take(network.tapeSize(x.rows));
        network.forward(theta, networkAt[c], x, Mode.MEAN, null, out, tape, scratch);
      } else {
        drawn[c].evaluate(x, raw, scratch);
      }
      networks[c].constrain(theta, flowAt[c], raw, x.rows, count(), values.rows[c]);
    }
    scratch.release(mark);
  }
}
