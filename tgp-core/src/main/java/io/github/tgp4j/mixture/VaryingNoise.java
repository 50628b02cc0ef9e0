package io.github.tgp4j.mixture;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.likelihood.GaussianLikelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.variational.FlowDraws;

/**
 * The second latent of a predictive mixture, the logarithm h of the noise's scale: nodes of its GP,
 * or draws of its network; equation R5 in docs/equations.md. Immutable.
 *
 * <pre>
 *   p(y) = Σ_j w_j ∫ p(y | f, h_j) q(f) df
 *   Gaussian noise, no flow:  p(y) = Σ_j w_j N(y | m, v + σ²·exp(2h_j))
 * </pre>
 */
final class VaryingNoise {
  /** Beyond the outermost of so few there is little weight, and little noise to be resolved. */
  private static final Nodes FEW = Nodes.gaussHermite(7);

  /** Where there are no other nodes. */
  private static final Nodes MANY = Nodes.evenGrid(41, 7.0);

  private static final Nodes ONE = Nodes.gaussHermite(1);

  private final boolean process;
  private final boolean analytic;
  private final double variance; // σ² where the noise is Gaussian
  private final LinearTails ends; // of a GP
  private final Nodes nodes;

  /**
   * Of an output.
   *
   * @param flow of the first latent
   * @param variance the likelihood's first value
   * @param ends between which h lies where it is a GP
   */
  VaryingNoise(VaryingNoiseLikelihood likelihood, Flow flow, double variance, LinearTails ends) {
    this.process = likelihood.latentNetwork() == null;
    this.analytic = likelihood.base() instanceof GaussianLikelihood && flow instanceof IdentityFlow;
    this.variance = variance;
    this.ends = ends;
    this.nodes = !process ? ONE : analytic ? MANY : FEW;
  }

  /** Whether h is a GP. */
  boolean isProcess() {
    return process;
  }

  /** Whether f is integrated out in closed form. */
  boolean isAnalytic() {
    return analytic;
  }

  /** Nodes of h; 1 where a network gives it. */
  int nodes() {
    return nodes.count();
  }

  private double h(LatentMarginals.Pair latents, FlowDraws.Values values, int row, int d, int j) {
    if (!process) {
      return values.last(row, d);
    }
    double h = latents.noiseMean() + Math.sqrt(latents.noiseVariance()) * nodes.node(0, j);
    return Math.min(ends.greatest(), Math.max(ends.least(), h));
  }

  /**
   * Makes the mixture that of N(m, v + σ²·exp(2h)) over all h. As a component of the likelihood
   * this is f = m with h' = h + ½ log(1 + v/(σ²·exp(2h))).
   */
  void place(Mixture mixture, LatentMarginals.Pair latents, FlowDraws.Values values, int row) {
    int draws = process ? 1 : values.draws();
    int n = draws * nodes.count();
    if (n == 1) {
      double scale = VaryingNoiseLikelihood.scale(h(latents, values, row, 0, 0));
      mixture.becomeGaussian(latents.mean(), latents.variance() + variance * scale * scale);
      return;
    }
    mixture.reserve(n);
    for (int d = 0; d < draws; d++) {
      for (int j = 0; j < nodes.count(); j++) {
        int s = d * nodes.count() + j;
        double h = h(latents, values, row, d, j);
        double scale = VaryingNoiseLikelihood.scale(h);
        double wider = latents.variance() / (variance * scale * scale);
        mixture.weight[s] = nodes.weight(j) / draws;
        mixture.fk[s] = latents.mean();
        mixture.fk[n + s] = VaryingNoiseLikelihood.widened(h, wider);
      }
    }
    mixture.settle();
  }

  /**
   * Both latents of every component: of {@code length} values of f, for consecutive draws of the
   * networks, each is repeated for every node of h.
   */
  void widen(
      double[] f,
      int length,
      LatentMarginals.Pair latents,
      FlowDraws.Values values,
      int row,
      double[] out) {
    int each = nodes.count();
    int all = length * each;
    for (int k = 0; k < length; k++) {
      for (int j = 0; j < each; j++) {
        out[k * each + j] = f[k];
        out[all + k * each + j] = h(latents, values, row, k % values.draws(), j);
      }
    }
  }

  /** The weights of the components above. */
  double[] widenWeights(double[] weights) {
    int each = nodes.count();
    double[] out = new double[weights.length * each];
    for (int k = 0; k < out.length; k++) {
      out[k] = weights[k / each] * nodes.weight(k % each);
    }
    return out;
  }
}
