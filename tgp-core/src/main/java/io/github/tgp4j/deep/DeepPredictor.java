package io.github.tgp4j.deep;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.InducingPosterior;
import io.github.tgp4j.variational.SparseConditional;
import java.util.List;

/**
 * q(f_L(x*)) of a deep GP as a mixture of S Gaussians, one per draw of the hidden layers; equation
 * D6 in docs/equations.md. Factors are computed once; immutable and safe for many threads, each
 * with its own scratch.
 *
 * <p>The draws ε_s are the points of a shifted lattice, the same for all rows: spread more evenly
 * than independent ones, and what is predicted for a row does not depend on the rows around it.
 */
public final class DeepPredictor {
  private static final int BLOCK = 256;

  private final DeepArchitecture architecture;
  private final double[] theta;
  private final List<InducingPosterior> posteriors;
  private final SparseConditional[] layers;
  private final Nodes draws;
  private final long seed;

  /** Takes copies of the current values. */
  public DeepPredictor(
      DeepArchitecture architecture,
      double[] theta,
      List<InducingPosterior> posteriors,
      int samples,
      long seed) {
    this.architecture = architecture;
    this.theta = theta.clone();
    this.posteriors = posteriors.stream().map(InducingPosterior::copy).toList();
    this.seed = seed;
    this.draws = Nodes.lattice(samples, Math.max(1, architecture.hiddenUnits()), seed);
    layers = architecture.conditionals(this.theta, this.posteriors);
    Scratch scratch = new Scratch();
    for (SparseConditional layer : layers) {
      layer.factor(this.theta, scratch);
      for (int u = 0; u < layer.latents(); u++) {
        layer.prepare(u, new Workers(1));
      }
    }
  }

  public DeepArchitecture architecture() {
    return architecture;
  }

  /** The constrained parameter values, not a copy: not to be modified. */
  public double[] theta() {
    return theta;
  }

  /** Copies of the posteriors it predicts with. */
  public List<InducingPosterior> posteriors() {
    return posteriors.stream().map(InducingPosterior::copy).toList();
  }

  /** Of the draws. */
  public long seed() {
    return seed;
  }

  /** S. */
  public int samples() {
    return draws.count();
  }

  /**
   * Writes means and variances of the last layer's latents given each draw: those of latent c and
   * draw s into the arrays number s·C + c, from place {@code at} on.
   */
  public void marginals(Matrix x, double[][] mean, double[][] variance, int at, Scratch scratch) {
    for (int from = 0; from < x.rows; from += BLOCK) {
      int to = Math.min(x.rows, from + BLOCK);
      int mark = scratch.mark();
      Matrix block = x.rowRange(from, to);
      // The first layer's marginals are the same for every draw
      SparseConditional.Pass entry = layers[0].forward(theta, block, scratch);
      for (int s = 0; s < samples(); s++) {
        int inner = scratch.mark();
        SparseConditional.Pass pass = throughLayers(entry, s, scratch);
        int latents = layers[layers.length - 1].latents();
        for (int c = 0; c < latents; c++) {
          System.arraycopy(pass.mean[c], 0, mean[s * latents + c], at + from, block.rows);
          System.arraycopy(pass.variance[c], 0, variance[s * latents + c], at + from, block.rows);
        }
        scratch.release(inner);
      }
      scratch.release(mark);
    }
  }

  private SparseConditional.Pass throughLayers(
      SparseConditional.Pass entry, int s, Scratch scratch) {
    SparseConditional.Pass pass = entry;
    for (int l = 0; l + 1 < layers.length; l++) {
      int n = entry.x.rows;
      int units = layers[l].latents();
      Matrix out = Matrix.wrap(scratch.take(n * units), n, units);
      double[] epsilon = scratch.take(n * units);
      for (int u = 0; u < units; u++) {
        double value = draws.node(architecture.firstLatent(l) + u, s);
        for (int i = 0; i < n; i++) {
          epsilon[i * units + u] = value;
        }
      }
      architecture.mean(l, theta, pass.x, out);
      DeepElbo.draw(pass, epsilon, out);
      pass = layers[l + 1].forward(theta, out, scratch);
    }
    return pass;
  }

  /** The largest relative jitter that any K_zz needed. */
  public double jitter() {
    double most = 0.0;
    for (SparseConditional layer : layers) {
      most = Math.max(most, layer.jitter());
    }
    return most;
  }
}
