package io.github.tgp4j.mixture;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.likelihood.OneLatentLikelihood;
import io.github.tgp4j.likelihood.VaryingNoiseLikelihood;
import io.github.tgp4j.quadrature.Nodes;

/**
 * Noise so narrow that even the finest grid leaves gaps between its components: the density would
 * be a comb, next to nothing between its teeth. Each such component becomes as wide as its two
 * neighbours are apart; equation R11 in docs/equations.md.
 *
 * <pre>
 *   g_s = |f_{s+1} − f_{s−1}|,   exp(2h_s′) = exp(2h_s)·(1 + g_s²/Var[y | f_s])
 * </pre>
 *
 * <p>h_s is that of noise which depends on the input, else 0. Nodes are a small part of the latent
 * function's deviation apart, and so wide is what this adds; mean and variance are without it.
 * Reused from row to row by one thread.
 */
final class BridgedGaps {
  /** Gaps are closed from here on, of their square over the variance of the noise. */
  private static final double NARROW = 4.8;

  /** Nodes further apart, in deviations, would add too much. */
  private static final double MOST_STEP = 0.05;

  /** Of h: the noise is not made wider by more than this, since gaps like that are absurd. */
  private static final double WIDEST = 20.0;

  private final boolean varying;
  private final Mixture bridged;
  private double[] latents = new double[0]; // f of all components, then h

  private BridgedGaps(boolean varying, Mixture bridged) {
    this.varying = varying;
    this.bridged = bridged;
  }

  /** For mixtures of this likelihood in these units; null where its noise cannot be widened. */
  static BridgedGaps of(
      Likelihood likelihood, double[] theta, int likelihoodAt, double shift, double scale) {
    boolean varying = likelihood instanceof VaryingNoiseLikelihood;
    Likelihood wider = varying ? likelihood : widened(likelihood);
    return wider == null
        ? null
        : new BridgedGaps(varying, new Mixture(wider, theta, likelihoodAt, shift, scale));
  }

  private static Likelihood widened(Likelihood likelihood) {
    return likelihood.addsNoise() && likelihood instanceof OneLatentLikelihood noise
        ? VaryingNoiseLikelihood.byProcess(noise)
        : null;
  }

  /**
   * The mixture without gaps, which is the one given where it has none. Component (e, s, d), of
   * draw e of the marginals, node s and draw d of the flow and of the noise, has number (e·nodes +
   * s)·inner + d.
   *
   * @param outer draws of the marginals
   * @param inner draws of the flow, times nodes of the noise
   */
  Mixture bridge(Mixture mixture, Nodes grid, int outer, int inner) {
    int n = grid.count();
    if (n < 2 || !(grid.node(0, 1) - grid.node(0, 0) <= MOST_STEP)) {
      return mixture;
    }
    mixture.settle();
    int all = outer * n * inner;
    latents = latents.length < 2 * all ? new double[2 * all] : latents;
    boolean gaps = false;
    for (int k = 0; k < all; k++) {
      int s = k / inner % n;
      int before = s == 0 ? k : k - inner;
      int after = s == n - 1 ? k : k + inner;
      double gap = mixture.centre(after) - mixture.centre(before);
      double wider = gap * gap / Math.max(mixture.width(k), Double.MIN_NORMAL);
      double h = varying ? mixture.fk[all + k] : 0.0;
      double reached = wider > NARROW ? VaryingNoiseLikelihood.widened(h, wider) : h;
      boolean narrow = wider > NARROW && reached <= WIDEST;
      gaps |= narrow;
      latents[k] = mixture.fk[k];
      latents[all + k] = narrow ? reached : h;
    }
    if (!gaps) {
      return mixture;
    }
    bridged.adoptWider(mixture, latents);
    return bridged;
  }
}
