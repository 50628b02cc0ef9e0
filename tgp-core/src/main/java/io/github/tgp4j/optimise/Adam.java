package io.github.tgp4j.optimise;

import io.github.tgp4j.train.TrainingState;
import java.util.Map;

/**
 * Adam (Kingma and Ba 2015), ascending; equation T1 in docs/equations.md. Moments live here, values
 * with the caller.
 *
 * <pre>
 *   μ ← β₁μ + (1−β₁)g,  ν ← β₂ν + (1−β₂)g²,  x ← x + η·μ̂/(√ν̂ + ε)
 * </pre>
 *
 * <p>After the first 20 steps a gradient counts as no larger than 10·√ν̂, of the steps before: one
 * far larger than usual, as of a batch with a far outlier in it, would raise ν so much that the
 * value would hardly move for thousands of steps.
 */
public final class Adam {
  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;
  private static final double LARGEST = 10.0;
  private static final int FREE_STEPS = 20;

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

  /**
   * What the current step has in common for all values.
   *
   * @param rate of learning, with the correction of both moments
   * @param epsilon with that of ν
   * @param largest square of a gradient, in ν
   */
  public record Settings(double rate, double epsilon, double largest) {}

  /** The settings of the current step at a learning rate. */
  public Settings settings(double learningRate) {
    double rate =
        learningRate * Math.sqrt(1 - Math.pow(BETA2, steps)) / (1 - Math.pow(BETA1, steps));
    double epsilon = EPSILON * Math.sqrt(1 - Math.pow(BETA2, steps));
    double largest =
        steps <= FREE_STEPS
            ? Double.POSITIVE_INFINITY
            : LARGEST * LARGEST / (1 - Math.pow(BETA2, steps - 1));
    return new Settings(rate, epsilon, largest);
  }

  /** μ, not a copy. */
  public double[] first() {
    return first;
  }

  /** ν, not a copy. */
  public double[] second() {
    return second;
  }

  /** Moves values[from..from+n) up the gradient. */
  public void move(double[] values, double[] gradient, int from, int n, double learningRate) {
    Settings settings = settings(learningRate);
    double rate = settings.rate;
    double epsilon = settings.epsilon;
    double largest = settings.largest;
    for (int i = from; i < from + n; i++) {
      double g = gradient[i];
      double most = largest * second[i];
      if (g * g > most && most > 0) {
        g = Math.copySign(Math.sqrt(most), g);
      }
      first[i] = BETA1 * first[i] + (1 - BETA1) * g;
      second[i] = BETA2 * second[i] + (1 - BETA2) * g * g;
      values[i] += rate * first[i] / (Math.sqrt(second[i]) + epsilon);
    }
  }

  /** Writes its moments and its count under a prefix. */
  void store(String prefix, Map<String, double[]> numbers, Map<String, long[]> counts) {
    numbers.put(prefix + ".first", first);
    numbers.put(prefix + ".second", second);
    counts.put(prefix + ".steps", new long[] {steps});
  }

  /** Takes what {@link #store} wrote. */
  void load(String prefix, TrainingState state) {
    System.arraycopy(state.sized(prefix + ".first", first.length), 0, first, 0, first.length);
    System.arraycopy(state.sized(prefix + ".second", second.length), 0, second, 0, second.length);
    steps = state.single(prefix + ".steps");
  }

  /** Forgets its momentum, as after a restored state. */
  public void reset() {
    java.util.Arrays.fill(first, 0.0);
    java.util.Arrays.fill(second, 0.0);
    steps = 0;
  }
}
