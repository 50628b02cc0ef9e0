package io.github.tgp4j.deep;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.network.Noise;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.Bound;
import io.github.tgp4j.variational.Elbo;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.OutputExpectation;
import io.github.tgp4j.variational.RowShares;
import io.github.tgp4j.variational.RowSums;
import io.github.tgp4j.variational.SparseLayer;
import java.util.List;

/**
 * The doubly stochastic bound of a deep GP (Salimbeni and Deisenroth 2017) on a batch, and its
 * complete gradient; equations D1–D5 in docs/equations.md.
 *
 * <pre>
 *   h_0 = x,  h_l = W_l·h_{l−1} + mean_l(h_{l−1}) + √variance_l(h_{l−1}) ∘ ε_l,  l = 1..L−1
 *   ELBO = (N/B)·Σ_n E_{q(f_L | h_{L−1,n})}[log p(y_n | f_L)] − Σ_l Σ_u KL[q(v_lu) ‖ N(0, I)] + log prior(θ)
 * </pre>
 *
 * <p>One draw of ε per row and evaluation; the last layer is integrated by quadrature or in closed
 * form. The draws are named by {@link #useNoise} and the row's place in the batch, so the same
 * noise gives the same value and neither shares nor threads change it. Rows are cut into shares as
 * in {@link Elbo}.
 */
public final class DeepElbo implements Bound {
  private static final int ROWS_PER_SHARE = 256;

  private final DeepArchitecture architecture;
  private final Parameters parameters;
  private final Workers workers;
  private final OutputExpectation[] outputs;
  private final SparseLayer[] layers;
  private final RowShares shares;
  private final RowSums total;
  private final int[] sizes; // M of every latent
  private Noise noise = Noise.of(0, 0, 0);
  private boolean factored;

  /** Reads the parameters and posteriors it is given; whoever moves them evaluates again. */
  public DeepElbo(
      DeepArchitecture architecture,
      Parameters parameters,
      List<InducingPosterior> posteriors,
      List<Nodes> nodes,
      Workers workers) {
    this.architecture = architecture;
    this.parameters = parameters;
    this.workers = workers;
    outputs = new OutputExpectation[architecture.last().outputs().size()];
    for (int o = 0; o < outputs.length; o++) {
      outputs[o] = new OutputExpectation(architecture.last(), o, nodes.get(o));
    }
    layers = new SparseLayer[architecture.layers()];
    for (int l = 0; l < layers.length; l++) {
      layers[l] = architecture.layer(l, parameters.value(), List.copyOf(posteriors));
    }
    sizes = new int[architecture.latents()];
    for (int l = 0; l < sizes.length; l++) {
      sizes[l] = architecture.group(architecture.layerOf(l)).inducing();
    }
    shares = new RowShares(this::newSums, workers, ROWS_PER_SHARE, ROWS_PER_SHARE, 1);
    total = shares.total();
  }

  private RowSums newSums() {
    return new RowSums(parameters.size(), sizes, layers.length, architecture::inducing);
  }

  @Override
  public void useNodes(int output, Nodes nodes) {
    outputs[output].useNodes(nodes);
  }

  @Override
  public void useNoise(long seed, long step) {
    noise = Noise.of(seed, step, 0);
  }

  @Override
  public double[] gradient() {
    return total.thetaBar;
  }

  @Override
  public Matrix curvature(int latent) {
    return total.w[latent];
  }

  @Override
  public double[] slope(int latent) {
    return total.aBar[latent];
  }

  @Override
  public double jitter() {
    double most = 0.0;
    for (SparseLayer layer : layers) {
      most = Math.max(most, layer.jitter());
    }
    return most;
  }

  @Override
  public void factor(Scratch scratch) {
    for (SparseLayer layer : layers) {
      layer.factor(parameters.value(), scratch);
    }
    factored = true;
  }

  @Override
  public void unfactor() {
    factored = false;
  }

  @Override
  public double evaluate(Matrix x, double[][] y, double scale) {
    if (!factored) {
      factor(workers.scratch(0));
    }
    factored = false;
    workers.run(sizes.length, (latent, worker) -> layerOf(latent).prepare(within(latent)));
    shares.sum(x, (rows, from, sums, scratch) -> rows(rows, y, from, scale, sums, scratch));
    workers.run(
        sizes.length, (latent, worker) -> layerOf(latent).finishLatent(within(latent), total));
    double bound = total.bound;
    for (SparseLayer layer : layers) {
      bound -= layer.finish(parameters.value(), total, workers);
    }
    return bound + parameters.logPrior(total.thetaBar);
  }

  private SparseLayer layerOf(int latent) {
    return layers[architecture.layerOf(latent)];
  }

  /** A latent's number within its layer. */
  private int within(int latent) {
    return latent - architecture.firstLatent(architecture.layerOf(latent));
  }

  /** One block of rows: forward through the layers and back to the sums. */
  private void rows(
      Matrix x, double[][] y, int yFrom, double scale, RowSums sums, Scratch scratch) {
    int mark = scratch.mark();
    double[] theta = parameters.value();
    int hidden = layers.length - 1;
    SparseLayer.Pass[] passes = new SparseLayer.Pass[layers.length];
    double[][] draws = new double[hidden][];
    Matrix in = x;
    for (int l = 0; l < hidden; l++) {
      int units = layers[l].latents();
      passes[l] = layers[l].forward(theta, in, scratch);
      draws[l] = scratch.take(x.rows * units);
      noise.fromRow(yFrom).gaussian(l, x.rows, units, draws[l]);
      Matrix out = Matrix.wrap(scratch.take(x.rows * units), x.rows, units);
      architecture.mean(l, theta, in, out);
      draw(passes[l], draws[l], out);
      in = out;
    }
    passes[hidden] = layers[hidden].forward(theta, in, scratch);
    expectations(theta, x, y, yFrom, scale, passes[hidden], sums, scratch);
    Matrix outBar = null;
    for (int l = hidden; l >= 0; l--) {
      if (l < hidden) {
        drawPullback(passes[l], draws[l], outBar);
      }
      Matrix inBar = null;
      if (l > 0) {
        int cols = passes[l].x.cols;
        inBar = Matrix.wrap(scratch.takeZeroed(x.rows * cols), x.rows, cols);
        if (l < hidden) {
          architecture.meanPullback(l, theta, outBar, inBar);
        }
      }
      layers[l].pullback(theta, passes[l], sums, inBar, scratch);
      outBar = inBar;
    }
    scratch.release(mark);
  }

  /** h += mean + √variance ∘ ε. */
  static void draw(SparseLayer.Pass pass, double[] epsilon, Matrix h) {
    int units = h.cols;
    for (int u = 0; u < units; u++) {
      double[] mean = pass.mean[u];
      double[] variance = pass.variance[u];
      for (int i = 0; i < h.rows; i++) {
        h.data[i * units + u] += mean[i] + Math.sqrt(variance[i]) * epsilon[i * units + u];
      }
    }
  }

  /** The pullback of {@link #draw}: writes the adjoints of the marginals. */
  private static void drawPullback(SparseLayer.Pass pass, double[] epsilon, Matrix hBar) {
    int units = hBar.cols;
    for (int u = 0; u < units; u++) {
      double[] variance = pass.variance[u];
      for (int i = 0; i < hBar.rows; i++) {
        double bar = hBar.data[i * units + u];
        pass.meanBar[u][i] = bar;
        pass.varianceBar[u][i] = 0.5 * bar * epsilon[i * units + u] / Math.sqrt(variance[i]);
      }
    }
  }

  private void expectations(
      double[] theta,
      Matrix x,
      double[][] y,
      int yFrom,
      double scale,
      SparseLayer.Pass pass,
      RowSums sums,
      Scratch scratch) {
    for (int o = 0; o < outputs.length; o++) {
      int first = architecture.last().firstLatentOfOutput(o);
      int latents = architecture.last().outputs().get(o).flows().size();
      OutputExpectation.Marginals marginals =
          new OutputExpectation.Marginals(
              slice(pass.mean, first, latents),
              slice(pass.variance, first, latents),
              slice(pass.meanBar, first, latents),
              slice(pass.varianceBar, first, latents));
      sums.bound +=
          outputs[o].pullback(
              theta,
              x,
              noise.fromRow(yFrom),
              y[o],
              yFrom,
              marginals,
              scale,
              sums.thetaBar,
              scratch);
    }
  }

  private static double[][] slice(double[][] all, int first, int count) {
    return java.util.Arrays.copyOfRange(all, first, first + count);
  }
}
