package io.github.tgp4j.mixture;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.quadrature.Nodes;
import java.util.Arrays;

/**
 * P(y = c) = E[softmax_c(f)] of independent latents f_1 … f_C as one integral over the line,
 * whatever C is; equation R9 in docs/equations.md.
 *
 * <pre>
 *   P(c) = ∫ G_c'(u)·Π_{k≠c} G_k(u) du,   G_k(u) = E[exp(−exp(f_k − u))]
 * </pre>
 *
 * <p>softmax_c(f) is the probability that f_c + ε_c is the largest of the f_k + ε_k, where the ε_k
 * are independent Gumbel variables with distribution exp(−exp(−ε)). Given f_c + ε_c = u the others
 * are below u independently, and G_k is the distribution of f_k + ε_k. Every factor is smooth on
 * the scale of 1, so that the trapezium rule is accurate to ten digits, also for classes that are
 * improbable, which a lattice of a few hundred nodes gets wrong by tens of percent.
 */
final class SoftmaxIntegral {
  /** Between the points u. */
  private static final double STEP = 0.5;

  /** More points are never taken: where latents are that wide, the step is longer. */
  private static final int MOST_POINTS = 4000;

  /** So far below the highest of the lowest nodes Π G_k is below exp(−exp(3.7)). */
  private static final double BELOW = 3.7;

  /** And so far above the highest node G_c' is below 2e-9 of its largest value. */
  private static final double ABOVE = 20.0;

  private static final double LARGEST_EXPONENT = 690.0;

  /** exp(−45) is 3e-20. */
  private static final double NEGLIGIBLE = 45.0;

  private final Scratch scratch;

  SoftmaxIntegral(Scratch scratch) {
    this.scratch = scratch;
  }

  /**
   * The probabilities of all classes.
   *
   * @param f latent c at node s of a grid, after the flow, at [c·S + s]; increasing in s
   */
  double[] probabilities(double[] f, int classes, Nodes grid) {
    int n = grid.count();
    double low = Double.NEGATIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < classes; c++) {
      low = Math.max(low, f[c * n]);
      high = Math.max(high, f[(c + 1) * n - 1]);
    }
    low -= BELOW;
    double width = high + ABOVE - low;
    int points = (int) Math.min(MOST_POINTS, Math.ceil(width / STEP) + 1);
    double step = width / (points - 1);
    int mark = scratch.mark();
    double[] below = scratch.take(classes * points); // G_c(u) at [c·points + u]
    double[] slope = scratch.take(classes * points); // G_c'(u)
    double[] exponential = scratch.take(n);
    double[] term = scratch.take(n);
    double[] weight = grid.copyWeights();
    for (int c = 0; c < classes; c++) {
      for (int s = 0; s < n; s++) {
        exponential[s] = Math.min(LARGEST_EXPONENT, f[c * n + s] - low);
      }
      Elementary.exp(exponential, 0, exponential, 0, n);
      int seen = 0; // nodes whose term can be seen in the sum: more and more of them
      for (int i = 0; i < points; i++) {
        double shrink = Math.exp(-i * step);
        while (seen < n && shrink * exponential[seen] < NEGLIGIBLE) {
          seen++;
        }
        for (int s = 0; s < seen; s++) {
          term[s] = -shrink * exponential[s];
        }
        Elementary.exp(term, 0, term, 0, seen);
        double value = 0.0;
        double rate = 0.0;
        for (int s = 0; s < seen; s++) {
          double weighted = weight[s] * term[s];
          value += weighted;
          rate += weighted * exponential[s];
        }
        below[c * points + i] = value;
        slope[c * points + i] = shrink * rate;
      }
    }
    double[] out = sum(below, slope, classes, points);
    scratch.release(mark);
    return out;
  }

  /** Σ_u G_c'(u)·Π_{k≠c} G_k(u), made to sum to one; products from both ends spare a division. */
  private double[] sum(double[] below, double[] slope, int classes, int points) {
    double[] out = new double[classes];
    double[] before = scratch.take(classes);
    for (int i = 0; i < points; i++) {
      double product = 1.0;
      for (int c = 0; c < classes; c++) {
        before[c] = product;
        product *= below[c * points + i];
      }
      product = 1.0;
      for (int c = classes - 1; c >= 0; c--) {
        out[c] += slope[c * points + i] * before[c] * product;
        product *= below[c * points + i];
      }
    }
    double total = Arrays.stream(out).sum();
    for (int c = 0; c < classes; c++) {
      out[c] = Math.max(out[c] / total, Double.MIN_NORMAL);
    }
    return out;
  }
}
