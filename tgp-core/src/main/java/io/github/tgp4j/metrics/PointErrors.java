package io.github.tgp4j.metrics;

/**
 * Errors of point predictions ŷ; equations M1 and M2 in docs/equations.md.
 *
 * <pre>
 *   rmse = √(1/n Σ (y − ŷ)²)      best for ŷ = the predictive mean
 *   mae  = 1/n Σ |y − ŷ|          best for ŷ = the predictive median
 * </pre>
 */
public final class PointErrors {
  private PointErrors() {}

  /** Root mean squared error, in the units of y. */
  public static double rmse(double[] y, double[] predicted) {
    Require.pairs("predictions", predicted, "targets", y);
    double sum = 0.0;
    double root = 0.0;
    for (int i = 0; i < y.length; i++) {
      double error = y[i] - predicted[i];
      sum += error * error;
      root = Math.hypot(root, error);
    }
    // errors above 1e154 have squares that no double can hold
    return Double.isInfinite(sum) ? root / Math.sqrt(y.length) : Math.sqrt(sum / y.length);
  }

  /** Mean absolute error, in the units of y. */
  public static double mae(double[] y, double[] predicted) {
    Require.pairs("predictions", predicted, "targets", y);
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      sum += Math.abs(y[i] - predicted[i]);
    }
    return sum / y.length;
  }
}
