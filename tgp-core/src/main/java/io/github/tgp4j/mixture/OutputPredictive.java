package io.github.tgp4j.mixture;

import io.github.tgp4j.compute.Pool;
import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.likelihood.CategoricalLikelihood;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.likelihood.WarpedLikelihood;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.FlowDraws;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The predictive distribution of one output: a mixture over quadrature nodes and, where the flow
 * depends on the input, over draws of its network; equations R1–R4 in docs/equations.md. Immutable
 * and safe for many threads.
 */
public final class OutputPredictive {
  /** Idle work space is kept up to so many components; five arrays or so are of that size. */
  private static final int MOST_KEPT = 1 << 15;

  /**
   * No finer grid is taken beyond so many components: many draws smooth what a grid does not see,
   * and a model with absurd parameters, of a hostile file, is not worth the time.
   */
  private static final int MOST_COMPONENTS = 1 << 17;

  private final Likelihood likelihood;
  private final Flow[] flows;
  private final LinearTails[] tails;
  private final FlowDraws draws;
  private final int firstLatent;
  private final int likelihoodAt;
  private final double[] theta;
  private final double shift;
  private final double scale;
  private final PredictiveGrids grids;
  private final boolean gaussian;
  private final VaryingNoise noise; // null where the noise does not depend on the input
  private final boolean softmax; // of latents that are independent
  private final int processes; // GPs: one for each flow, or one for all
  private final Pool<Row> idle = new Pool<>(Row::new);

  /** With the mean network where the flow depends on the input. */
  public OutputPredictive(Architecture architecture, double[] theta, int output, Scaling targets) {
    this(architecture, theta, output, targets, 0);
  }

  /** With flows that go on themselves, however far a latent lies from those of training. */
  public OutputPredictive(
      Architecture architecture, double[] theta, int output, Scaling targets, int samples) {
    this(
        architecture,
        theta,
        output,
        targets,
        samples,
        Collections.nCopies(architecture.latents(), LinearTails.NONE));
  }

  /**
   * Reads the model's values.
   *
   * @param samples draws of the network per row, 0 for the mean network
   * @param tails of the flow of every latent of the model
   */
  public OutputPredictive(
      Architecture architecture,
      double[] theta,
      int output,
      Scaling targets,
      int samples,
      List<LinearTails> tails) {
    Architecture.Output o = architecture.outputs().get(output);
    this.likelihood = o.likelihood();
    this.flows = o.flows().toArray(new Flow[0]);
    this.draws = new FlowDraws(architecture, output, theta, samples);
    this.firstLatent = architecture.firstLatentOfOutput(output);
    this.processes = o.processes();
    this.tails = new LinearTails[flows.length];
    for (int c = 0; c < flows.length; c++) {
      this.tails[c] = tails.get(firstLatent + o.process(c));
    }
    this.likelihoodAt = architecture.likelihoodAt(output);
    this.theta = theta;
    this.shift = targets.shift()[output];
    this.scale = targets.scale()[output];
    this.gaussian = likelihood instanceof GaussianLikelihood && flows[0] instanceof IdentityFlow;
    this.softmax = likelihood instanceof CategoricalLikelihood && processes == flows.length;
    this.noise =
        likelihood instanceof VaryingNoiseLikelihood varying
            ? new VaryingNoise(varying, flows[0], theta[likelihoodAt], this.tails[flows.length - 1])
            : null;
    this.grids =
        processes < flows.length && draws.count() > 1
            ? PredictiveGrids.ofDrawnFlows()
            : PredictiveGrids.of(likelihood, noise == null ? processes : 1);
  }

  public Likelihood likelihood() {
    return likelihood;
  }

  /** How many GPs its flows transform. */
  public int processes() {
    return processes;
  }

  /** Number of the GP that a flow transforms, among the output's own. */
  private int process(int flow) {
    return processes == 1 ? 0 : flow;
  }

  /** What a question about rows of the device gives, in units of the target. */
  void rescale(MixtureAnswers answers) {
    answers.rescale(shift, scale);
  }

  /** Targets on the standardised scale. */
  double[] standardised(double[] y) {
    double[] t = new double[y.length];
    for (int i = 0; i < t.length; i++) {
      t[i] = (y[i] - shift) / scale;
    }
    return t;
  }

  /** Number of its first latent among the model's. */
  int firstLatent() {
    return firstLatent;
  }

  /** A mixture for one thread, to be placed at one row after the other; {@link #giveBack} it. */
  Row row() {
    return idle.take();
  }

  /** For the next one who asks. Not after an exception: its work space is in disorder then. */
  void giveBack(Row row) {
    if (row.fk.length <= MOST_KEPT) {
      idle.give(row);
    }
  }

  /** The mixture of one row; reused from row to row by one thread. */
  final class Row {
    private final Mixture mixture = new Mixture(likelihood, theta, likelihoodAt, shift, scale);
    private final Scratch scratch = new Scratch();
    private FlowDraws.Values values = draws.newValues(0);
    private int room;
    private int first;
    private KnownComponents known;
    private double[][] before; // those of the rows at hand, where all are known; else null
    private double[] fk = new double[0];
    private double[] coarser = new double[0];
    private final double[][] weight = new double[grids.levels()][];
    private double[] drawWeights; // those that the weights above were made with
    private double[] wide = new double[0]; // both latents, where the noise has one
    private final DensityCheck check = new DensityCheck(scratch);
    private final SoftmaxIntegral integral = new SoftmaxIntegral(scratch);
    private final BridgedGaps bridged = // null where noise cannot be widened
        BridgedGaps.of(likelihood, theta, likelihoodAt, shift, scale);
    private Mixture only; // of the row that is the only one, where that is known
    private LatentMarginals placed; // and what it is of

    /**
     * The mixture of the only row there is. It is remembered, so that the next question about the
     * same row finds it.
     */
    Mixture placeOnly(Matrix x, LatentMarginals marginals) {
      if (placed != marginals) {
        start(x, 0, 1, KnownComponents.NONE);
        only = place(marginals, 0);
        placed = marginals;
      }
      return only;
    }

    /** Gets ready for rows from..to−1: evaluates the networks at all of them that are new. */
    void start(Matrix x, int from, int to, KnownComponents components) {
      placed = null;
      first = from;
      known = components;
      before = known.all(from, to);
      if (!draws.dependOnInput() || before != null) {
        return;
      }
      if (room < to - from) {
        room = to - from;
        values = draws.newValues(room);
      }
      draws.draw(x.rowRange(from, to), values, scratch);
    }

    /**
     * Places the mixture of latent marginals N(mean[l], variance[l]) of the row at {@code index}.
     *
     * @param marginals the latent marginals, of one or several equally probable draws
     */
    Mixture place(LatentMarginals marginals, int index) {
      if (gaussian && marginals.draws() == 1) {
        mixture.becomeGaussian(
            marginals.mean(firstLatent, 0, index),
            marginals.variance(firstLatent, 0, index) + theta[likelihoodAt]);
        return mixture;
      }
      if (noise != null && noise.isAnalytic()) {
        noise.place(mixture, latents(marginals, index), values, index - first);
        return mixture;
      }
      int each = marginals.draws() * inner(); // components per node
      double[] own = before == null ? null : before[index - first];
      if (softmax && each == 1) {
        mixture.becomeClasses(own == null ? probabilities(marginals, index) : own);
        return mixture;
      }
      if (own != null) {
        int n = own.length / likelihood.latents();
        int level = grids.levelOf(n / each);
        mixture.adopt(n, weights(level, marginals), own);
        return withoutGaps(level, marginals);
      }
      int level = 0;
      fill(0, marginals, index);
      while (!settled(level, marginals, index)) {
        level++;
        refine(level, marginals, index);
      }
      double[] components = noise == null ? fk : wide;
      if (known.put(index, components, likelihood.latents() * grids.count(level) * each)) {
        fk = noise == null ? new double[0] : fk;
        wide = noise == null ? wide : new double[0];
      }
      return withoutGaps(level, marginals);
    }

    /** Where no finer grid is left that would close them. */
    private Mixture withoutGaps(int level, LatentMarginals marginals) {
      return bridged == null || !isFinest(level, marginals)
          ? mixture
          : bridged.bridge(mixture, grids.nodes(level), marginals.draws(), inner());
    }

    private boolean isFinest(int level, LatentMarginals marginals) {
      return level == grids.levels() - 1
          || (long) grids.count(level + 1) * marginals.draws() * inner() > MOST_COMPONENTS;
    }

    private LatentMarginals.Pair latents(LatentMarginals marginals, int index) {
      return marginals.pair(firstLatent, noise.isProcess(), index);
    }

    /** P(y = c) of every class, each latent on a grid that is fine enough for all of them. */
    private double[] probabilities(LatentMarginals marginals, int index) {
      PredictiveGrids even = PredictiveGrids.ofEachLatent();
      int mark = scratch.mark();
      int level = 0;
      double[] f = atNodes(even.nodes(level), marginals, index);
      for (int c = 0; c < flows.length; c++) {
        while (!even.isDense(level, f, c * even.count(level))) {
          level++;
          f = atNodes(even.nodes(level), marginals, index);
        }
      }
      double[] out = integral.probabilities(f, flows.length, even.nodes(level));
      scratch.release(mark);
      known.put(index, out, out.length);
      return out;
    }

    /** Every latent at the nodes of one grid, after its flow. */
    private double[] atNodes(Nodes grid, LatentMarginals marginals, int index) {
      int n = grid.count();
      double[] f = scratch.take(flows.length * n);
      double[] f0 = scratch.take(n);
      double[] own = marginals.theta(0);
      for (int c = 0; c < flows.length; c++) {
        double mu = marginals.mean(firstLatent + c, 0, index);
        double sd = Math.sqrt(marginals.variance(firstLatent + c, 0, index));
        for (int s = 0; s < n; s++) {
          f0[s] = mu + sd * grid.node(0, s);
        }
        int at = values.at(c, index - first);
        double[] from = own == null ? values.theta(c) : own;
        tails[c].forward(flows[c], from, at, f0, 0, f, c * n, n, scratch);
      }
      return f;
    }

    private boolean settled(int level, LatentMarginals marginals, int index) {
      int all = grids.count(level) * marginals.draws() * inner();
      if (noise != null) {
        int length = all / noise.nodes();
        wide = wide.length < 2 * all ? new double[2 * all] : wide;
        LatentMarginals.Pair latents = latents(marginals, index);
        noise.widen(fk, length, latents, values, index - first, wide);
      }
      mixture.adopt(all, weights(level, marginals), noise == null ? fk : wide);
      mixture.settle();
      return isFinest(level, marginals)
          || grids.resolves(level, mixture, marginals, inner(), check);
    }

    /**
     * Components per draw of the marginals and node: draws of networks times nodes of the noise.
     */
    private int inner() {
      return noise == null ? draws.count() : draws.count() * noise.nodes();
    }

    /**
     * w of component (e, s, d, j): draw e of the marginals, node s, draw d of the network, node j
     * of the noise.
     */
    private double[] weights(int level, LatentMarginals marginals) {
      if (drawWeights != marginals.weights()) {
        drawWeights = marginals.weights();
        Arrays.fill(weight, null);
      }
      int n = grids.count(level);
      int width = draws.count();
      int each = marginals.draws() * width;
      if (weight[level] == null || weight[level].length != n * marginals.draws() * inner()) {
        double[] all = new double[n * each];
        for (int k = 0; k < marginals.draws() * n; k++) {
          double node = grids.nodes(level).weight(k % n);
          double w = drawWeights == null ? node / each : node * drawWeights[k / n] / width;
          Arrays.fill(all, k * width, (k + 1) * width, w);
        }
        weight[level] = noise == null ? all : noise.widenWeights(all);
      }
      return weight[level];
    }

    private void fill(int level, LatentMarginals marginals, int index) {
      int n = grids.count(level);
      int block = n * draws.count();
      int all = marginals.draws() * block;
      int latents = noise == null ? flows.length : 1; // the noise's is added by what widens
      fk = fk.length < latents * all ? new double[latents * all] : fk;
      for (int e = 0; e < marginals.draws(); e++) {
        for (int c = 0; c < latents; c++) {
          transform(c, level, 1, 0, n, marginals, e, index, fk, c * all + e * block);
        }
      }
    }

    /** From the grid before, whose nodes are every other one of this. */
    private void refine(int level, LatentMarginals marginals, int index) {
      int draw = draws.count();
      int n = grids.count(level);
      int half = grids.count(level - 1);
      int latents = noise == null ? flows.length : 1; // the noise's is added by what widens
      int all = latents * marginals.draws() * n * draw;
      double[] swap = coarser.length < all ? new double[all] : coarser;
      coarser = fk;
      fk = swap;
      int mark = scratch.mark();
      double[] between = scratch.take((half - 1) * draw);
      for (int k = 0; k < latents * marginals.draws(); k++) { // as fill lays them out
        int c = k / marginals.draws();
        int e = k % marginals.draws();
        transform(c, level, 2, 1, half - 1, marginals, e, index, between, 0);
        for (int s = 0; s < n; s++) {
          double[] source = s % 2 == 0 ? coarser : between;
          int from = (s % 2 == 0 ? k * half + s / 2 : s / 2) * draw;
          System.arraycopy(source, from, fk, (k * n + s) * draw, draw);
        }
      }
      scratch.release(mark);
    }

    /** Nodes start, start + step, … of a grid through the flow, under every draw of it. */
    private void transform(
        int c,
        int level,
        int step,
        int start,
        int n,
        LatentMarginals marginals,
        int e,
        int index,
        double[] out,
        int to) {
      int mark = scratch.mark();
      double[] f0 = scratch.take(n);
      int process = process(c);
      double mu = marginals.mean(firstLatent + process, e, index);
      double sd = Math.sqrt(marginals.variance(firstLatent + process, e, index));
      for (int s = 0; s < n; s++) {
        f0[s] = mu + sd * grids.nodes(level).node(process, start + s * step);
      }
      int at = values.at(c, index - first);
      if (draws.count() == 1) {
        double[] own = marginals.theta(e);
        double[] from = own == null ? values.theta(c) : own;
        tails[c].forward(flows[c], from, at, f0, 0, out, to, n, scratch);
      } else {
        tails[c].forwardDraws(
            flows[c], values.theta(c), at, draws.count(), f0, 0, out, to, n, scratch);
      }
      scratch.release(mark);
    }
  }

  /** Whether a row's components take so long to find that they are kept for the next question. */
  boolean keepsComponents() {
    return draws.dependOnInput() || likelihood instanceof WarpedLikelihood;
  }

  /** Flow values of one row, drawn for {@link #sample} and {@link #conditionalMean}. */
  public FlowDraws.Values drawAt(Matrix x, int row) {
    FlowDraws.Values values = draws.newValues(1);
    draws.draw(x.rowRange(row, row + 1), values, new Scratch());
    return values;
  }

  /** The draws of the networks behind the flow. */
  public FlowDraws draws() {
    return draws;
  }

  /**
   * Which flow values to use of those that were drawn.
   *
   * @param values of some rows
   * @param row which of them
   * @param draw which draw
   * @param own parameter values that the flow reads its own from instead; null for none
   */
  public record Choice(FlowDraws.Values values, int row, int draw, double[] own) {}

  /** Draws y given latent values f0, one per latent, before the flow. */
  public double sample(double[] f0, Choice choice, RandomGenerator random) {
    double[] fk = transformed(f0, choice);
    return shift + scale * likelihood.sample(theta, likelihoodAt, fk, 0, 1, random);
  }

  /** E[y | f0], in the target's units. */
  public double conditionalMean(double[] f0, Choice choice) {
    double[] fk = transformed(f0, choice);
    double[] moments = new double[1];
    likelihood.moments(theta, likelihoodAt, fk, 0, 1, 1, moments, new double[1], 0);
    return shift + scale * moments[0];
  }

  /**
   * G(f0) of latent c at one row of x, with its linear tails, one curve per draw of its network.
   */
  public double[][] flow(int c, Matrix x, int row, double[] f0) {
    FlowDraws.Values values = drawAt(x, row);
    double[][] out = new double[draws.count()][f0.length];
    Scratch scratch = new Scratch();
    for (int d = 0; d < out.length; d++) {
      double[] together = together(c, new Choice(values, 0, d, null));
      tails[c].forward(flows[c], together, 0, f0, 0, out[d], 0, f0.length, scratch);
    }
    return out;
  }

  private double[] transformed(double[] f0, Choice choice) {
    double[] fk = new double[likelihood.latents()];
    Scratch scratch = new Scratch();
    for (int c = 0; c < flows.length; c++) {
      tails[c].forward(flows[c], together(c, choice), 0, f0, process(c), fk, c, 1, scratch);
    }
    if (fk.length > flows.length) {
      fk[flows.length] = choice.values().last(choice.row(), choice.draw());
    }
    return fk;
  }

  /** The flow values of one row and draw, together. */
  private double[] together(int c, Choice choice) {
    FlowDraws.Values values = choice.values();
    double[] from = choice.own() == null ? values.theta(c) : choice.own();
    double[] together = new double[flows[c].parameterCount()];
    for (int k = 0; k < together.length; k++) {
      together[k] = from[values.at(c, choice.row()) + k * values.draws() + choice.draw()];
    }
    return together;
  }
}
