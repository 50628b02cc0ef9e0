package io.github.tgp4j.metrics;

/**
 * Scores of class forecasts; equations M13 to M15 in docs/equations.md. Targets are class codes 0,
 * 1, …, C−1; p[i][c] = P(y_i = c), each row summing to 1.
 *
 * <pre>
 *   accuracy = share of rows whose most probable class is y
 *   brier    = 1/n Σ_i Σ_c (p_ic − 1{y_i = c})²   in [0, 2]; for two classes twice the binary form
 *   logLoss  = −1/n Σ_i log p_{i,y_i}             +∞ when a class that occurs was held impossible
 * </pre>
 */
public final class ClassScores {
  private static final double SUM_TOLERANCE = 1e-6;

  private ClassScores() {}

  /** The share of rows where the predicted code equals the target's. */
  public static double accuracy(double[] y, double[] predicted) {
    Require.pairs("predicted classes", predicted, "targets", y);
    int hits = 0;
    for (int i = 0; i < y.length; i++) {
      if (y[i] == predicted[i]) {
        hits++;
      }
    }
    return (double) hits / y.length;
  }

  /** The share of rows whose most probable class (of equals the lowest code) is the target's. */
  public static double accuracy(double[] y, double[][] p) {
    check(y, p);
    int hits = 0;
    for (int i = 0; i < y.length; i++) {
      int best = 0;
      for (int c = 1; c < p[i].length; c++) {
        if (p[i][c] > p[i][best]) {
          best = c;
        }
      }
      if (best == (int) y[i]) {
        hits++;
      }
    }
    return (double) hits / y.length;
  }

  /** The Brier score summed over classes. */
  public static double brier(double[] y, double[][] p) {
    check(y, p);
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      for (int c = 0; c < p[i].length; c++) {
        double error = p[i][c] - (c == (int) y[i] ? 1.0 : 0.0);
        sum += error * error;
      }
    }
    return sum / y.length;
  }

  /** The mean negative log probability of the class that came true; never clipped. */
  public static double logLoss(double[] y, double[][] p) {
    check(y, p);
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      sum -= Math.log(p[i][(int) y[i]]);
    }
    return sum / y.length;
  }

  private static void check(double[] y, double[][] p) {
    Require.finite("targets", y);
    Require.sameLength("rows of probabilities", p.length, "targets", y.length);
    int classes = p[0].length;
    for (int i = 0; i < y.length; i++) {
      Require.sameLength("probabilities, row " + i, p[i].length, "classes, as in row 0", classes);
      if (!(y[i] >= 0 && y[i] < classes && y[i] == Math.rint(y[i]))) {
        throw Require.bad("targets", i, "a class code 0 to " + (classes - 1), y[i]);
      }
      double sum = 0.0;
      for (double v : p[i]) {
        if (!(v >= 0 && v <= 1 + SUM_TOLERANCE)) {
          throw Require.bad("probabilities", i, "values in [0, 1]", v);
        }
        sum += v;
      }
      if (!(Math.abs(sum - 1.0) <= SUM_TOLERANCE)) {
        throw Require.bad("probabilities", i, "a sum of 1", sum);
      }
    }
  }
}
