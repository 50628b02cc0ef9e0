package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.divergence.Divergence;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Sums;
import io.github.tgp4j.engine.StateReader;
import io.github.tgp4j.engine.StateWriter;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.likelihood.GaussianBlock;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.NodeBlock;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Mode;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowBlock;
import java.util.Arrays;
import java.util.function.Function;

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
  private final FlowNetwork[] networks; // those of the first flows, or one of all flows
  private final boolean together; // whether one network gives the values of all flows
  private final int processes; // GPs: one for each flow, or one for all
  private final LatentNetwork latentNetwork; // null where every latent is a GP
  private final int latents; // GPs and the network's
  private final int likelihoodAt;
  private final int[] flowAt;
  private final int[] networkAt;
  private final int latentNetworkAt;
  private final boolean identity;
  private boolean predictive;
  private int nodes;
  private double[][] z;
  private double[] weights;

  public OutputExpectation(Architecture architecture, int output, Nodes nodes) {
    Architecture.Output o = architecture.outputs().get(output);
    likelihood = o.likelihood();
    flows = o.flows().toArray(new Flow[0]);
    networks = o.networks().toArray(new FlowNetwork[0]);
    together = o.hasNetworkOfAll();
    processes = o.processes();
    latentNetwork = o.latentNetwork();
    latentNetworkAt = architecture.latentNetworkAt(output);
    latents = likelihood.latents();
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
    z = new double[processes][];
    for (int c = 0; c < processes; c++) {
      z[c] = replacement.copyNodes(c);
    }
  }

  /** Whether rows count by log E[p(y | ·)] in place of E[log p(y | ·)]; equation E6. */
  public void usePredictive(boolean value) {
    predictive = value;
  }

  /** What the bound gains for the networks' weights. */
  public double logPrior(double[] theta, Divergence divergence, double[] thetaBar) {
    double sum = 0.0;
    for (int c = 0; c < networks.length; c++) {
      sum += networks[c].logPrior(theta, networkAt[c], divergence, thetaBar);
    }
    return latentNetwork == null
        ? sum
        : sum + latentNetwork.logPrior(theta, latentNetworkAt, divergence, thetaBar);
  }

  /** Writes the nodes. */
  public void store(StateWriter out) {
    out.put(predictive ? 1 : 0).put(nodes).put(weights);
    for (double[] one : z) {
      out.put(one);
    }
  }

  /** Takes what {@link #store} wrote. */
  public void load(StateReader in) {
    predictive = in.next() > 0;
    nodes = (int) in.next();
    weights = new double[nodes];
    in.next(weights);
    for (int c = 0; c < z.length; c++) {
      z[c] = new double[nodes];
      in.next(z[c]);
    }
  }

  /**
   * The latents of some rows: what comes in, and the adjoints that go out; one array per latent.
   */
  public record Marginals(
      double[][] mean, double[][] variance, double[][] meanBar, double[][] varianceBar) {

    /** Of one latent. */
    public static Marginals of(
        double[] mean, double[] variance, double[] meanBar, double[] varianceBar) {
      return new Marginals(
          new double[][] {mean},
          new double[][] {variance},
          new double[][] {meanBar},
          new double[][] {varianceBar});
    }

    /** Of the latents of all groups. */
    public static Marginals of(SparseConditional.Pass[] groups) {
      if (groups.length == 1) {
        return of(groups[0]);
      }
      return new Marginals(
          join(groups, pass -> pass.mean),
          join(groups, pass -> pass.variance),
          join(groups, pass -> pass.meanBar),
          join(groups, pass -> pass.varianceBar));
    }

    /** Of the latents of one group. */
    public static Marginals of(SparseConditional.Pass pass) {
      return new Marginals(pass.mean, pass.variance, pass.meanBar, pass.varianceBar);
    }

    private static double[][] join(
        SparseConditional.Pass[] groups, Function<SparseConditional.Pass, double[][]> part) {
      return Arrays.stream(groups).map(part).flatMap(Arrays::stream).toArray(double[][]::new);
    }

    /** Those of one output's latents. */
    Marginals of(Architecture architecture, int output) {
      int from = architecture.firstLatentOfOutput(output);
      int to = from + architecture.outputs().get(output).processes();
      return to - from == mean.length
          ? this
          : new Marginals(
              Arrays.copyOfRange(mean, from, to),
              Arrays.copyOfRange(variance, from, to),
              Arrays.copyOfRange(meanBar, from, to),
              Arrays.copyOfRange(varianceBar, from, to));
    }
  }

  /**
   * Returns scale·Σ_n E[log p(y_n | ·)], <b>writes</b> the adjoints of the marginals, adds to
   * thetaBar.
   *
   * @param output which of the rows' targets is meant
   * @param noise of the rows
   */
  public double pullback(
      double[] theta,
      RowBlock rows,
      int output,
      Noise noise,
      Marginals marginals,
      double scale,
      double[] thetaBar,
      Scratch scratch) {
    int n = rows.rows();
    if (isClosedForm() && latentNetwork == null) {
      GaussianBlock second =
          latents == 1 ? null : block(rows.y[output], rows.yFrom, marginals, 1, n, null);
      GaussianBlock block = block(rows.y[output], rows.yFrom, marginals, 0, n, second);
      return closedForm(theta, block, scale, thetaBar);
    }
    for (int c = 0; c < processes; c++) {
      Arrays.fill(marginals.meanBar[c], 0, n, 0.0);
      Arrays.fill(marginals.varianceBar[c], 0, n, 0.0);
    }
    int draws = draws();
    int step = rowsAtATime(n);
    Block block = new Block(theta, rows, output, marginals, scale / draws, thetaBar, scratch);
    double sum = 0.0;
    for (int draw = 0; draw < draws; draw++) {
      Noise drawn = noise.withSample((long) draw * latents);
      for (int from = 0; from < n; from += step) {
        sum += block.draw(from, Math.min(from + step, n), drawn);
      }
    }
    return sum;
  }

  private boolean isClosedForm() {
    return identity && (predictive ? likelihood.hasClosedPredictive() : likelihood.hasClosedForm());
  }

  private double closedForm(double[] theta, GaussianBlock block, double scale, double[] thetaBar) {
    return predictive
        ? likelihood.logExpectedDensity(theta, likelihoodAt, block, scale, thetaBar)
        : likelihood.expectedLogDensity(theta, likelihoodAt, block, scale, thetaBar);
  }

  private static GaussianBlock block(
      double[] y, int yFrom, Marginals marginals, int c, int n, GaussianBlock second) {
    return new GaussianBlock(
        y,
        yFrom,
        marginals.mean[c],
        marginals.variance[c],
        n,
        marginals.meanBar[c],
        marginals.varianceBar[c],
        second);
  }

  /** Draws of the networks, of which all have as many. */
  private int draws() {
    int draws = networks.length == 0 ? 1 : networks[0].samples();
    return latentNetwork == null ? draws : Math.max(draws, latentNetwork.samples());
  }

  private int rowsAtATime(int n) {
    int step = Math.max(1, n);
    if (networks.length > 0) {
      step = FlowNetwork.rowsAtATime(networks[0].network(), n);
    }
    return latentNetwork == null
        ? step
        : Math.min(step, FlowNetwork.rowsAtATime(latentNetwork.network(), n));
  }

  /** Some rows on their way through nodes, flows and likelihood, and back. */
  private final class Block {
    private final double[] theta;
    private final Matrix x;
    private final double[] y;
    private final int yFrom;
    private final Marginals marginals;
    private final double scale;
    private final double[] thetaBar;
    private final Scratch scratch;

    Block(
        double[] theta,
        RowBlock rows,
        int output,
        Marginals marginals,
        double scale,
        double[] thetaBar,
        Scratch scratch) {
      this.theta = theta;
      this.x = rows.x;
      this.y = rows.y[output];
      this.yFrom = rows.yFrom;
      this.marginals = marginals;
      this.scale = scale;
      this.thetaBar = thetaBar;
      this.scratch = scratch;
    }

    /** One draw of the networks, if there are any, for rows first..end−1. */
    double draw(int first, int end, Noise noise) {
      int mark = scratch.mark();
      Matrix rows = x.rowRange(first, end);
      FlowNetwork.Rows[] values = new FlowNetwork.Rows[networks.length];
      for (int c = 0; c < networks.length; c++) {
        values[c] = networks[c].take(first, rows.rows, scratch);
        Noise own = noise.withSample(noise.sample() + c).skip(first);
        networks[c].forward(
            theta, flowAt[c], networkAt[c], rows, Mode.TRAIN, own, values[c], scratch);
      }
      LatentNetwork.Rows last = null;
      if (latentNetwork != null) {
        Noise own = noise.withSample(noise.sample() + flows.length).skip(first);
        last = latentNetwork.forward(theta, latentNetworkAt, rows, first, own, scratch);
      }
      double sum = 0.0;
      if (isClosedForm()) {
        sum = closedForm(last, first, end - first);
      } else {
        int step = Math.max(1, CHUNK / nodes);
        for (int from = first; from < end; from += step) {
          sum += chunk(values, last, from, Math.min(step, end - from));
        }
      }
      for (int c = 0; c < networks.length; c++) {
        networks[c].pullback(
            theta, flowAt[c], networkAt[c], rows, Mode.TRAIN, values[c], thetaBar, scratch);
      }
      if (latentNetwork != null) {
        latentNetwork.pullback(theta, latentNetworkAt, last, thetaBar, scratch);
      }
      scratch.release(mark);
      return sum;
    }

    /** Without nodes, for a GP and the network's latent, which counts as a GP without variance. */
    private double closedForm(LatentNetwork.Rows last, int first, int rows) {
      int mark = scratch.mark();
      double[] mean = scratch.take(rows);
      double[] variance = scratch.take(rows);
      double[] meanBar = scratch.take(rows);
      double[] varianceBar = scratch.take(rows);
      System.arraycopy(marginals.mean[0], first, mean, 0, rows);
      System.arraycopy(marginals.variance[0], first, variance, 0, rows);
      GaussianBlock second =
          new GaussianBlock(
              y,
              yFrom + first,
              last.value.data,
              scratch.takeZeroed(rows),
              rows,
              last.bar.data,
              scratch.take(rows));
      GaussianBlock block =
          new GaussianBlock(y, yFrom + first, mean, variance, rows, meanBar, varianceBar, second);
      double sum = OutputExpectation.this.closedForm(theta, block, scale, thetaBar);
      for (int i = 0; i < rows; i++) {
        marginals.meanBar[0][first + i] += meanBar[i];
        marginals.varianceBar[0][first + i] += varianceBar[i];
      }
      scratch.release(mark);
      return sum;
    }

    private double chunk(FlowNetwork.Rows[] values, LatentNetwork.Rows last, int from, int rows) {
      int n = rows * nodes;
      int mark = scratch.mark();
      double[] f0 = scratch.take(latents * n);
      double[] fk = identity ? f0 : scratch.take(latents * n);
      double[] bar = scratch.take(latents * n);
      double[][] tapes = new double[flows.length][];
      for (int c = 0; c < flows.length; c++) {
        place(c, from, rows, f0);
        tapes[c] = scratch.take(flows[c].tapeWidth() * n);
        if (isByRow(c)) {
          forwardByRow(c, values[network(c)], from, rows, f0, fk, tapes[c]);
        } else if (!identity) {
          flows[c].forward(theta, flowAt[c], f0, c * n, fk, c * n, n, tapes[c], 0);
        }
      }
      if (last != null) {
        placeLast(last, from, rows, fk);
      }
      double sum = predictive ? predictive(from, rows, fk, bar) : expected(from, rows, fk, bar);
      if (last != null) {
        gatherLast(last, from, rows, bar);
      }
      for (int c = 0; c < flows.length; c++) {
        if (isByRow(c)) {
          pullbackByRow(c, values[network(c)], from, rows, f0, fk, bar, tapes[c]);
        } else if (!identity) {
          flows[c].pullback(
              theta, flowAt[c], f0, c * n, fk, c * n, bar, c * n, n, tapes[c], 0, thetaBar);
        }
        gather(c, from, rows, bar);
      }
      scratch.release(mark);
      return sum;
    }

    /** scale·Σ_n Σ_s w_s·log p(y_n | f_ns); writes the adjoints of f. */
    private double expected(int from, int rows, double[] f, double[] bar) {
      int mark = scratch.mark();
      double[] w = scratch.take(nodes);
      for (int s = 0; s < nodes; s++) {
        w[s] = scale * weights[s];
      }
      NodeBlock block = new NodeBlock(y, yFrom + from, rows, f, 0, rows * nodes, nodes, w, bar);
      double sum = likelihood.expectation(theta, likelihoodAt, block, thetaBar, scratch);
      scratch.release(mark);
      return sum;
    }

    /**
     * scale·Σ_n log Σ_s w_s·p(y_n | f_ns); writes the adjoints of f, which are those of an
     * expectation with weights w_s·p_ns/Σ_s w_s·p_ns.
     */
    private double predictive(int from, int rows, double[] f, double[] bar) {
      int mark = scratch.mark();
      double[] w = scratch.take(nodes);
      double sum = 0.0;
      int stride = rows * nodes;
      for (int i = 0; i < rows; i++) {
        int at = i * nodes;
        double target = y[yFrom + from + i];
        likelihood.logDensity(theta, likelihoodAt, target, f, at, stride, nodes, w, 0);
        double most = Double.NEGATIVE_INFINITY;
        for (int s = 0; s < nodes; s++) {
          most = Math.max(most, w[s]);
        }
        for (int s = 0; s < nodes; s++) {
          w[s] -= most;
        }
        Elementary.exp(w, 0, w, 0, nodes);
        double total = Sums.shortDot(w, weights, nodes);
        for (int s = 0; s < nodes; s++) {
          w[s] *= scale * weights[s] / total;
        }
        NodeBlock row = new NodeBlock(y, yFrom + from + i, 1, f, at, stride, nodes, w, bar);
        likelihood.expectation(theta, likelihoodAt, row, thetaBar, scratch);
        sum += scale * (most + Math.log(total));
      }
      scratch.release(mark);
      return sum;
    }

    /** The network's latent of a row is the same at all its nodes. */
    private void placeLast(LatentNetwork.Rows last, int from, int rows, double[] f) {
      int at = flows.length * rows * nodes;
      for (int i = 0; i < rows; i++) {
        int row = at + i * nodes;
        Arrays.fill(f, row, row + nodes, last.value.data[from + i - last.first]);
      }
    }

    private void gatherLast(LatentNetwork.Rows last, int from, int rows, double[] bar) {
      int at = flows.length * rows * nodes;
      for (int i = 0; i < rows; i++) {
        last.bar.data[from + i - last.first] += Sums.shortSum(bar, at + i * nodes, nodes);
      }
    }

    /** f_ns = μ_n + √v_n·z_s. */
    private void place(int c, int from, int rows, double[] f) {
      int process = process(c);
      double[] node = z[process];
      int at = c * rows * nodes;
      for (int i = 0; i < rows; i++) {
        double mu = marginals.mean[process][from + i];
        double sd = Math.sqrt(marginals.variance[process][from + i]);
        int row = at + i * nodes;
        for (int s = 0; s < nodes; s++) {
          f[row + s] = mu + sd * node[s];
        }
      }
    }

    /** μ̄_n += Σ_s f̄_ns and v̄_n += Σ_s f̄_ns·z_s / (2√v_n). */
    private void gather(int c, int from, int rows, double[] bar) {
      int process = process(c);
      double[] variance = marginals.variance[process];
      int at = c * rows * nodes;
      for (int i = 0; i < rows; i++) {
        int row = at + i * nodes;
        marginals.meanBar[process][from + i] += Sums.shortSum(bar, row, nodes);
        marginals.varianceBar[process][from + i] +=
            Sums.dot(bar, row, z[process], 0, nodes) / (2.0 * Math.sqrt(variance[from + i]));
      }
    }
  }

  /** Number of the GP that a flow transforms. */
  private int process(int flow) {
    return processes == 1 ? 0 : flow;
  }

  /** Number of the network that gives a flow's values. */
  private int network(int flow) {
    return together ? 0 : flow;
  }

  /** Whether a flow has values of its own for every row. */
  private boolean isByRow(int flow) {
    return network(flow) < networks.length;
  }

  private void forwardByRow(
      int c, FlowNetwork.Rows values, int from, int rows, double[] f0, double[] fk, double[] tape) {
    FlowNetwork network = networks[network(c)];
    int perRow = flows[c].tapeWidth() * nodes;
    for (int i = 0; i < rows; i++) {
      int at = (c * rows + i) * nodes;
      int row = (from + i - values.first) * network.width() + network.offset(c);
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
    FlowNetwork network = networks[network(c)];
    int perRow = flows[c].tapeWidth() * nodes;
    for (int i = 0; i < rows; i++) {
      int at = (c * rows + i) * nodes;
      int row = (from + i - values.first) * network.width() + network.offset(c);
      flows[c].pullback(
          values.theta, row, f0, at, fk, at, bar, at, nodes, tape, i * perRow, values.thetaBar);
    }
  }
}
