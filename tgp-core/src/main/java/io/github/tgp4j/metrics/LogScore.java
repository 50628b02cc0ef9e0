package io.github.tgp4j.metrics;

/**
 * The mean negative log predictive density; equation M3 in docs/equations.md.
 *
 * <pre>
 *   nll = −1/n Σ log p(y_i | x_i)
 * </pre>
 */
public final class LogScore {
  private LogScore() {}

  /**
   * @param logDensities log p(y_i | x_i) in the data's own units. −∞ (a target that the model holds
   *     impossible) is a value and makes the result +∞; NaN and +∞ are errors.
   */
  public static double meanNegative(double[] logDensities) {
    Require.notEmpty("log densities", logDensities.length);
    double sum = 0.0;
    for (int i = 0; i < logDensities.length; i++) {
      if (!(logDensities[i] < Double.POSITIVE_INFINITY)) {
        throw Require.bad("log densities", i, "a number below infinity", logDensities[i]);
      }
      sum += logDensities[i];
    }
    return -sum / logDensities.length;
  }
}
