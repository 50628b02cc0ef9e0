package io.github.tgp4j.mixture;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.quadrature.Nodes;

/**
 * Whether a grid is fine enough for the density itself: log p(y) at some y, or log P(y = k) of
 * every class, is compared with that on every other node; equation R2 in docs/equations.md.
 *
 * <p>The error of the trapezium rule on a smooth function is squared when the nodes' distance is
 * halved, and a quarter where there is a kink, which is where the difference to half the nodes is
 * three times the error. Of many draws a few are looked at. Work space of one thread.
 */
final class DensityCheck {
  private static final double MOST_CHANGE = 3e-3;
  private static final int MOST_DRAWS = 8;

  /** Targets are looked at in the middle and where nodes this share of the grid away lead: ±2.8. */
  private static final int SHARE = 5;

  /** And so many widths of the noise beside the middle. */
  private static final double BESIDE = 2.0;

  private final Scratch scratch;
  private double[] f; // the values after the flow of the draws that are looked at
  private double[] fine; // the nodes' weights for each of them
  private double[] coarse; // and those of every other node
  private double[] value;
  private int count;
  private int stride; // from the values of one latent to those of the next

  DensityCheck(Scratch scratch) {
    this.scratch = scratch;
  }

  /**
   * For one latent, and that of the noise; component (e, s, d) of the mixture has number (e·nodes +
   * s)·flowDraws + d.
   */
  boolean isConverged(
      Mixture mixture, Nodes grid, Nodes half, LatentMarginals marginals, int flowDraws) {
    int mark = scratch.mark();
    select(mixture, grid, half, marginals, flowDraws);
    boolean converged =
        mixture.likelihood().classes() > 0
            ? classesConverged(mixture)
            : densitiesConverged(mixture, grid.count(), flowDraws);
    scratch.release(mark);
    return converged;
  }

  private void select(
      Mixture mixture, Nodes grid, Nodes half, LatentMarginals marginals, int flowDraws) {
    int n = grid.count();
    int outerStep = (marginals.draws() + MOST_DRAWS - 1) / MOST_DRAWS;
    int innerStep = (flowDraws + MOST_DRAWS - 1) / MOST_DRAWS;
    int most = n * MOST_DRAWS * MOST_DRAWS;
    int latents = mixture.likelihood().latents();
    int all = n * marginals.draws() * flowDraws;
    stride = most;
    f = scratch.take(latents * most);
    fine = scratch.take(most);
    coarse = scratch.take(most);
    value = scratch.take(most * Math.max(1, mixture.likelihood().classes()));
    count = 0;
    for (int e = 0; e < marginals.draws(); e += outerStep) {
      for (int s = 0; s < n; s++) {
        for (int d = 0; d < flowDraws; d += innerStep) {
          int component = (e * n + s) * flowDraws + d;
          for (int c = 0; c < latents; c++) {
            f[c * most + count] = mixture.fk[c * all + component];
          }
          double draw = mixture.weight[component] / grid.weight(s);
          fine[count] = draw * grid.weight(s);
          coarse[count] = s % 2 == 0 ? draw * half.weight(s / 2) : 0.0;
          count++;
        }
      }
    }
  }

  private boolean densitiesConverged(Mixture mixture, int nodes, int flowDraws) {
    int middle = (nodes - 1) / 2;
    int step = (nodes - 1) / SHARE;
    double centre = mixture.centre(middle * flowDraws);
    double beside = BESIDE * Math.sqrt(mixture.width(middle * flowDraws));
    return convergedAt(mixture, centre)
        && convergedAt(mixture, centre - beside)
        && convergedAt(mixture, centre + beside)
        && convergedAt(mixture, mixture.centre((middle - step) * flowDraws))
        && convergedAt(mixture, mixture.centre((middle + step) * flowDraws));
  }

  private boolean convergedAt(Mixture mixture, double around) {
    Likelihood likelihood = mixture.likelihood();
    double y = likelihood.discrete() ? Math.rint(around) : around;
    if (!Double.isFinite(y) || likelihood.violation(y) != null) {
      return true;
    }
    likelihood.logDensity(
        mixture.theta(), mixture.likelihoodAt(), y, f, 0, stride, count, value, 0);
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, value[i]);
    }
    if (!Double.isFinite(most)) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      value[i] -= most;
    }
    Elementary.exp(value, 0, value, 0, count);
    double all = 0.0;
    double some = 0.0;
    for (int i = 0; i < count; i++) {
      all += fine[i] * value[i];
      some += coarse[i] * value[i];
    }
    return isClose(all, some);
  }

  private boolean classesConverged(Mixture mixture) {
    Likelihood likelihood = mixture.likelihood();
    likelihood.classProbabilities(
        mixture.theta(), mixture.likelihoodAt(), f, 0, stride, count, value);
    for (int k = 0; k < likelihood.classes(); k++) {
      double all = 0.0;
      double some = 0.0;
      for (int i = 0; i < count; i++) {
        all += fine[i] * value[k * count + i];
        some += coarse[i] * value[k * count + i];
      }
      if (all > Double.MIN_NORMAL && !isClose(all, some)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the logarithms differ by little. */
  private static boolean isClose(double all, double some) {
    return Math.abs(all - some) <= MOST_CHANGE * Math.max(all, some);
  }
}
