package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.BayesianMlp;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Network;
import io.github.tgp4j.network.NetworkDraws;
import io.github.tgp4j.network.Noise;
import java.util.Arrays;

/**
 * The flow values of one output at some inputs: the global ones, those of the mean network, or a
 * number of draws of it. Immutable and safe for many threads, each with its own {@link Values}.
 *
 * <p>The draws are the same for every input: draw s is one function of x, and a prediction depends
 * on x alone, not on the rows around it. Under dropout such a function is a draw of the network.
 * With Gaussian weights it is one at each row alone, since the units' noise is drawn in place of
 * the weights' (N8); what several rows have in common needs {@link #drawPath}.
 */
public final class FlowDraws {
  private static final long SEED = 0x7467703462617468L;

  private final FlowNetwork[] networks; // those of the first flows, or one of all flows
  private final boolean together; // whether one network gives the values of all flows
  private final double[] theta;
  private final int[] flowAt;
  private final int[] networkAt;
  private final int samples;
  private final NetworkDraws[] drawn; // empty for the mean network
  private final LatentNetwork latentNetwork; // null where every latent is a GP
  private final int latentNetworkAt;
  private final NetworkDraws latentDrawn; // null for the mean network
  private final double[][] repeated; // values of flows without a network, one for each draw

  /**
   * Reads an output's flows.
   *
   * @param samples draws of the network, 0 for the mean network
   */
  public FlowDraws(Architecture architecture, int output, double[] theta, int samples) {
    Architecture.Output o = architecture.outputs().get(output);
    this.networks = o.networks().toArray(new FlowNetwork[0]);
    this.together = o.hasNetworkOfAll();
    this.theta = theta;
    this.latentNetwork = o.latentNetwork();
    this.latentNetworkAt = architecture.latentNetworkAt(output);
    boolean random = networks.length > 0 && networks[0].network().shape().isRandom();
    boolean lastRandom = latentNetwork != null && latentNetwork.network().shape().isRandom();
    this.samples = random || lastRandom ? samples : 0;
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
      drawn[c] =
          NetworkDraws.of(networks[c].network(), theta, networkAt[c], noise(c), this.samples);
    }
    latentDrawn =
        this.samples == 0 || latentNetwork == null
            ? null
            : NetworkDraws.of(
                latentNetwork.network(), theta, latentNetworkAt, noise(latents), this.samples);
    repeated = new double[latents][];
    for (int c = networks.length; !together && c < latents; c++) {
      repeated[c] = repeated(o.flows().get(c).parameterCount(), flowAt[c]);
    }
  }

  /** The random numbers of the network of flow c; draw s of it is sample s at row 0. */
  public static Noise noise(int c) {
    return Noise.of(SEED, c, 0);
  }

  private double[] repeated(int values, int at) {
    double[] out = new double[values * count()];
    for (int k = 0; k < values; k++) {
      Arrays.fill(out, k * count(), (k + 1) * count(), theta[at + k]);
    }
    return out;
  }

  private int network(int flow) {
    return together ? 0 : flow;
  }

  /** How many sets of flow values a row has, at least 1. */
  public int count() {
    return Math.max(1, samples);
  }

  /** Whether rows have values of their own. */
  public boolean dependOnInput() {
    return networks.length > 0 || latentNetwork != null;
  }

  /** Room for the values of so many rows. */
  public Values newValues(int rows) {
    return new Values(rows, count());
  }

  /** Whether rows share a function only in {@link #drawPath}. */
  public boolean hasGaussianWeights() {
    return samples > 0 && networks.length > 0 && networks[0].network() instanceof BayesianMlp;
  }

  /**
   * Flow values of every row of x under one draw of the Gaussian weights, W ~ q(W), the same for
   * all rows; equation N9 in docs/equations.md.
   *
   * @param path which draw
   */
  public Values drawPath(Matrix x, long seed, int path) {
    Values values = new Values(x.rows, 1);
    Scratch scratch = new Scratch();
    for (int c = 0; c < networks.length; c++) {
      BayesianMlp network = (BayesianMlp) networks[c].network();
      double[] weights = new double[network.parameterCount()];
      network.draw(theta, networkAt[c], Noise.of(seed, c, path), weights, 0);
      Matrix out = Matrix.zeros(x.rows, network.outputs());
      double[] tape = new double[network.network().tapeSize(x.rows)];
      Matrix seen = networks[c].seen(x, scratch);
      network.network().forward(weights, 0, seen, Mode.MEAN, null, out, tape, scratch);
      networks[c].constrain(theta, flowAt[c], out.data, x.rows, 1, values.rows[c]);
    }
    if (latentNetwork != null) {
      double[] all = new double[x.rows * count()];
      drawLast(x, all, scratch);
      for (int i = 0; i < x.rows; i++) {
        values.last[i] = all[i * count() + path % count()];
      }
    }
    return values;
  }

  /** The network's latent: draw d of row i to {@code out[i·draws + d]}. */
  private void drawLast(Matrix x, double[] out, Scratch scratch) {
    int mark = scratch.mark();
    Matrix seen = latentNetwork.seen(x, scratch);
    if (latentDrawn != null) {
      latentDrawn.evaluate(seen, out, scratch);
    } else {
      Network network = latentNetwork.network();
      double[] tape = scratch.take(network.tapeSize(x.rows));
      Matrix values = Matrix.wrap(out, x.rows, 1);
      network.forward(theta, latentNetworkAt, seen, Mode.MEAN, null, values, tape, scratch);
    }
    scratch.release(mark);
  }

  /**
   * Flow values of some rows: value k of draw d of latent c and a row lies at {@code theta(c)[at(c,
   * row) + k·draws() + d]}.
   */
  public final class Values {
    private final double[][] rows = new double[networks.length][];
    private final double[] last; // of the network's latent
    private final int draws;

    private Values(int count, int draws) {
      this.draws = draws;
      last = new double[latentNetwork == null ? 0 : count * draws];
      for (int c = 0; c < networks.length; c++) {
        rows[c] = new double[count * draws * networks[c].width()];
      }
    }

    /** How many sets of values a row has. */
    public int draws() {
      return draws;
    }

    public double[] theta(int c) {
      return network(c) < networks.length ? rows[network(c)] : draws == 1 ? theta : repeated[c];
    }

    public int at(int c, int row) {
      if (network(c) < networks.length) {
        FlowNetwork network = networks[network(c)];
        return draws * (row * network.width() + network.offset(c));
      }
      return draws == 1 ? flowAt[c] : 0;
    }

    /** The latent that a network gives, at one row under one draw. */
    public double last(int row, int draw) {
      return last[row * draws + draw];
    }
  }

  /** Computes the values of every row of x, into the first rows of {@code values}. */
  public void draw(Matrix x, Values values, Scratch scratch) {
    int mark = scratch.mark();
    for (int c = 0; c < networks.length; c++) {
      Network network = networks[c].network();
      Matrix seen = networks[c].seen(x, scratch);
      double[] raw = scratch.take(x.rows * network.outputs() * count());
      if (samples == 0) {
        Matrix out = Matrix.wrap(raw, x.rows, network.outputs());
        double[] tape = scratch.take(network.tapeSize(x.rows));
        network.forward(theta, networkAt[c], seen, Mode.MEAN, null, out, tape, scratch);
      } else {
        drawn[c].evaluate(seen, raw, scratch);
      }
      networks[c].constrain(theta, flowAt[c], raw, x.rows, count(), values.rows[c]);
    }
    if (latentNetwork != null) {
      drawLast(x, values.last, scratch);
    }
    scratch.release(mark);
  }
}
