package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Noise;

/**
 * The flow values of one output at one input: the global ones, those of the mean network, or a
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
  }

  /** How many sets of flow values a row has, at least 1. */
  public int count() {
    return Math.max(1, samples);
  }

  /** How many numbers one row's values are; 0 when they are the same for all rows. */
  public int valueCount() {
    int sum = 0;
    for (FlowNetwork network : networks) {
      sum += count() * network.width();
    }
    return sum;
  }

  /** Room for one row's values. */
  public Values newValues() {
    return new Values();
  }

  /** Flow values of one row: latent c's draw d starts at {@code theta(c)[at(c, d)]}. */
  public final class Values {
    private final double[][] rows = new double[networks.length][];

    private Values() {
      for (int c = 0; c < networks.length; c++) {
        rows[c] = new double[count() * networks[c].width()];
      }
    }

    public double[] theta(int c) {
      return networks.length == 0 ? theta : rows[c];
    }

    public int at(int c, int draw) {
      return networks.length == 0 ? flowAt[c] : draw * networks[c].width();
    }
  }

  /** Computes the values at one input, a matrix of one row. */
  public void draw(Matrix x, Values values, Scratch scratch) {
    int mark = scratch.mark();
    for (int c = 0; c < networks.length; c++) {
      int outputs = networks[c].network().outputs();
      Matrix raw = Matrix.wrap(scratch.take(count() * outputs), count(), outputs);
      double[] tape = scratch.take(networks[c].network().tapeSize(count()));
      if (samples == 0) {
        networks[c].network().forward(theta, networkAt[c], x, Mode.MEAN, null, raw, tape, scratch);
      } else {
        Noise noise = Noise.of(SEED, c, 0);
        networks[c].network().sample(theta, networkAt[c], x, noise, samples, raw, tape, scratch);
      }
      networks[c].constrain(theta, flowAt[c], raw, values.rows[c], scratch);
    }
    scratch.release(mark);
  }
}
