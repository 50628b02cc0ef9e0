package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Mean and variance of a distribution that begins at a; equation B8 in docs/equations.md.
 *
 * <pre>
 *   E[Y − a] = ∫ (1 − F(y)) dy,   E[(Y − a)²] = 2·∫ (y − a)·(1 − F(y)) dy,
 * </pre>
 *
 * <p>by Gauss's rule with twice ten nodes between quantiles; what lies beyond that of level 1 −
 * 10⁻⁹ is left out.
 */
final class SurvivalMoments {
  private static final double[] LEVELS = {0.05, 0.5, 0.9, 0.99, 0.9999, 1 - 1e-9};
  private static final double[] NODES = {
    0.1488743389816312,
    0.4333953941292472,
    0.6794095682990244,
    0.8650633666889845,
    0.9739065285171717
  };
  private static final double[] WEIGHTS = {
    0.2955242247147529,
    0.2692667193099963,
    0.2190863625159820,
    0.1494513491505806,
    0.0666713443086881
  };

  private SurvivalMoments() {}

  /**
   * Mean and variance.
   *
   * @param limit from which on the distribution function is smooth; linear before
   */
  static double[] of(
      double lower, double limit, DoubleUnaryOperator cdf, DoubleUnaryOperator quantile) {
    double[] sums = new double[2];
    add(sums, lower, lower, limit, cdf);
    double from = limit;
    double reached = cdf.applyAsDouble(limit);
    for (double level : LEVELS) {
      if (level > reached) {
        double to = quantile.applyAsDouble(level);
        double middle = 0.5 * from + 0.5 * to;
        add(sums, lower, from, middle, cdf);
        add(sums, lower, middle, to, cdf);
        from = Math.max(from, to);
      }
    }
    boolean known = sums[1] < Double.POSITIVE_INFINITY; // squares fit into doubles
    double variance = known ? Math.max(0.0, sums[1] - sums[0] * sums[0]) : sums[1];
    return new double[] {lower + sums[0], variance};
  }

  /**
   * The mass of a tail times its reach: ∫ S(x) dx and 2·∫ x·S(x) dx over x from 0 to ∞, with x =
   * s·t/(1 − t) and Gauss's rule on both halves of t.
   *
   * @param survival S, falling from S(0)
   */
  static double[] tail(DoubleUnaryOperator survival, double scale) {
    double[] sums = new double[2];
    for (int half = 0; half < 2; half++) {
      for (int k = 0; k < NODES.length; k++) {
        for (int side = -1; side <= 1; side += 2) {
          double t = 0.25 + 0.5 * half + 0.25 * side * NODES[k];
          double x = scale * t / (1 - t);
          double mass = 0.25 * WEIGHTS[k] * scale / ((1 - t) * (1 - t)) * survival.applyAsDouble(x);
          sums[0] += mass;
          sums[1] += 2 * x * mass;
        }
      }
    }
    return sums;
  }

  private static void add(
      double[] sums, double lower, double from, double to, DoubleUnaryOperator cdf) {
    double half = 0.5 * (to - from);
    if (!(half > 0)) {
      return;
    }
    if (half == Double.POSITIVE_INFINITY) { // mass lies beyond all doubles
      Arrays.fill(sums, half);
      return;
    }
    double middle = from + half;
    for (int k = 0; k < NODES.length; k++) {
      for (int side = -1; side <= 1; side += 2) {
        double y = middle + side * half * NODES[k];
        double mass = half * WEIGHTS[k] * (1 - cdf.applyAsDouble(y));
        sums[0] += mass;
        sums[1] += 2 * (y - lower) * mass;
      }
    }
  }
}
