package io.github.tgp4j.auto;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Weights of a blend by the log score of held-out rows: the w on the simplex with the largest (1/n)
 * Σ_i log Σ_k w_k p_k(y_i), a concave problem; equation B5 in docs/equations.md.
 *
 * @param weights of each candidate, 0 for those that are left out; the sum is 1
 */
record Stack(double[] weights) {
  private static final int MOST_STEPS = 2_000;
  private static final double GAIN = 1e-9; // nats per row
  private static final int GROUPS = 5;

  /** What a part must be worth, in nats per row and in nats of all rows, to be kept. */
  private static final double WORTH_PER_ROW = 5e-4;

  private static final double WORTH = 0.5;

  /**
   * Of the log densities of candidates at the same rows.
   *
   * @param logDensity [candidate][row]; −∞ throughout for a candidate that failed
   */
  static Stack of(double[][] logDensity) {
    int n = logDensity[0].length;
    double[] weights = weights(logDensity, new boolean[logDensity.length]);
    double worth = Math.min(WORTH_PER_ROW, WORTH / n);
    boolean[] out = new boolean[weights.length];
    // Parts that hardly count cost time in every prediction: the lightest go first.
    while (true) {
      int lightest = lightest(weights);
      if (lightest < 0) {
        return new Stack(weights);
      }
      boolean[] without = out.clone();
      for (int k = 0; k < without.length; k++) {
        without[k] |= weights[k] == 0;
      }
      without[lightest] = true;
      double[] fewer = weights(logDensity, without);
      if (score(logDensity, weights) - score(logDensity, fewer) > worth) {
        return new Stack(weights);
      }
      out = without;
      weights = fewer;
    }
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** The candidate with the best score. */
  static int best(double[][] logDensity) {
    int best = 0;
    for (int k = 1; k < logDensity.length; k++) {
      best = mean(logDensity[k]) > mean(logDensity[best]) ? k : best;
    }
    return best;
  }

  /** The part with the least weight above 0; −1 where only one is left. */
  private static int lightest(double[] weights) {
    int lightest = -1;
    int count = 0;
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0) {
        count++;
        lightest = lightest < 0 || weights[k] < weights[lightest] ? k : lightest;
      }
    }
    return count > 1 ? lightest : -1;
  }

  /** Expectation maximisation, which climbs from equal weights. */
  private static double[] weights(double[][] logDensity, boolean[] out) {
    int n = logDensity[0].length;
    double[] weights = new double[logDensity.length];
    int in = 0;
    for (int k = 0; k < weights.length; k++) {
      in += out[k] ? 0 : 1;
    }
    for (int k = 0; k < weights.length; k++) {
      weights[k] = out[k] ? 0.0 : 1.0 / in;
    }
    double[][] ratio = ratios(logDensity);
    double before = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] next = new double[weights.length];
      double score = 0.0;
      for (int i = 0; i < n; i++) {
        double total = 0.0;
        for (int k = 0; k < weights.length; k++) {
          total += weights[k] * ratio[k][i];
        }
        score += Math.log(total);
        for (int k = 0; k < weights.length; k++) {
          next[k] += weights[k] * ratio[k][i] / (total * n);
        }
      }
      if (!(score - before > GAIN * n)) {
        break;
      }
      before = score;
      weights = next;
    }
    return normalised(weights);
  }

  /** Densities over the largest of each row, so that none overflows. */
  private static double[][] ratios(double[][] logDensity) {
    int n = logDensity[0].length;
    double[][] ratio = new double[logDensity.length][n];
    for (int i = 0; i < n; i++) {
      double most = Double.NEGATIVE_INFINITY;
      for (double[] of : logDensity) {
        most = Math.max(most, of[i]);
      }
      for (int k = 0; k < ratio.length; k++) {
        ratio[k][i] = most == Double.NEGATIVE_INFINITY ? 1.0 : Math.exp(logDensity[k][i] - most);
      }
    }
    return ratio;
  }

  private static double[] normalised(double[] weights) {
    double[] out = weights.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] = out[k] < 1e-6 ? 0.0 : out[k];
    }
    double sum = Arrays.stream(out).sum();
    for (int k = 0; k < out.length; k++) {
      out[k] /= sum;
    }
    return out;
  }

  /** The mean log density of a blend. */
  static double score(double[][] logDensity, double[] weights) {
    double sum = 0.0;
    int n = logDensity[0].length;
    for (int i = 0; i < n; i++) {
      sum += logDensity(logDensity, weights, i) / n;
    }
    return sum;
  }

  private static double logDensity(double[][] logDensity, double[] weights, int i) {
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < weights.length; k++) {
      most = weights[k] > 0 ? Math.max(most, logDensity[k][i]) : most;
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return most;
    }
    double sum = 0.0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] > 0 ? weights[k] * Math.exp(logDensity[k][i] - most) : 0.0;
    }
    return most + Math.log(sum);
  }

  /** Which of {@link #GROUPS} groups a held-out row belongs to. */
  static int group(int row) {
    return row % GROUPS;
  }

  /** Weights that were chosen without the rows of each group. */
  static Stack[] crossed(double[][] logDensity) {
    Stack[] out = new Stack[GROUPS];
    int n = logDensity[0].length;
    for (int g = 0; g < GROUPS; g++) {
      int group = g;
      int[] rows = IntStream.range(0, n).filter(i -> group(i) != group).toArray();
      out[g] =
          rows.length == 0
              ? of(logDensity)
              : of(
                  Arrays.stream(logDensity)
                      .map(d -> Arrays.stream(rows).mapToDouble(i -> d[i]).toArray())
                      .toArray(double[][]::new));
    }
    return out;
  }

  /** The log density of each row under weights that it did not choose. */
  static double[] honest(double[][] logDensity, Stack[] crossed) {
    double[] out = new double[logDensity[0].length];
    for (int i = 0; i < out.length; i++) {
      out[i] = logDensity(logDensity, crossed[group(i)].weights, i);
    }
    return out;
  }
}
