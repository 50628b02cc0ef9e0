package io.github.tgp4j.train;

/**
 * Adam (Kingma and Ba 2015), ascending; equation T1 in docs/equations.md. Moments live here, values
 * with the caller.
 *
 * <pre>
 *   μ ← β₁μ + (1−β₁)g,  ν ← β₂ν + (1−β₂)g²,  x ← x + η·μ̂/(√ν̂ + ε)
 * </pre>
 */
public final class Adam {
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final double[] first;
  private final double[] second;
  private long steps;

  public Adam(int size) {
    first = new double[size];
    second = new double[size];
  }

  /** Begins a step: the caller then {@link #move}s every slice it trains. */
  public void begin() {
    steps++;
  }

  /** Moves values[from..from+n) up the gradient. */
  public void move(double[] values, double[] gradient, int from, int n, double learningRate) {
    double rate =
        learningRate * Math.sqrt(1 - Math.pow(BETA2, steps)) / (1 - Math.pow(BETA1, steps));
    double epsilon = EPSILON * Math.sqrt(1 - Math.pow(BETA2, steps));
    for (int i = from; i < from + n; i++) {
      double g = gradient[i];
      first[i] = BETA1 * first[i] + (1 - BETA1) * g;
      second[i] = BETA2 * second[i] + (1 - BETA2) * g * g;
      values[i] += rate * first[i] / (Math.sqrt(second[i]) + epsilon);
    }
  }

  /** Forgets its momentum, as after a restored state. */
  public void reset() {
    java.util.Arrays.fill(first, 0.0);
    java.util.Arrays.fill(second, 0.0);
    steps = 0;
  }
}
