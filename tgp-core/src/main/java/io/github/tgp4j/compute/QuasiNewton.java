package io.github.tgp4j.compute;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Minimises a smooth function of some dozens to thousands of values by the limited-memory BFGS
 * method with backtracking, from the best point on: the value never rises.
 */
public final class QuasiNewton {
  /** Steps remembered: hundreds of inducing inputs need many of them. */
  private static final int MEMORY = 100;

  private static final int MOST_BACKTRACKS = 30;
  private static final double ARMIJO = 1e-4;
  private static final double SMALL_DECREASE = 1e-9;
  private static final double SMALL_GRADIENT = 1e-10;

  /** A value, +∞ where it is undefined, and its gradient. */
  public interface Objective {
    /** The value at {@code point}; adds the gradient to {@code gradient}. */
    double of(double[] point, double[] gradient);
  }

  private final Objective objective;
  private final double longest;
  private final double[][] steps = new double[MEMORY][]; // s, point to point
  private final double[][] changes = new double[MEMORY][]; // y, gradient to gradient
  private final double[] scales = new double[MEMORY]; // 1/(s·y)
  private final double[] units; // of each value
  private int stored;
  private double[] point;
  private double[] gradient;
  private double value;
  private int small; // decreases in a row that hardly were any

  /**
   * Starts at a point, where the objective must be finite.
   *
   * @param longest the most by which one step moves any value, or the largest share of a value
   *     beyond ±1: for functions with far-off valleys that a bold step could fall into
   */
  public QuasiNewton(Objective objective, double[] start, double longest) {
    this.objective = objective;
    this.longest = longest;
    this.units = ones(start.length);
    this.point = start.clone();
    this.gradient = new double[start.length];
    this.value = objective.of(point, gradient);
  }

  /** Goes on, bit for bit, from where {@link #state} was taken. */
  public QuasiNewton(Objective objective, Map<String, double[]> state, double longest) {
    this.objective = objective;
    this.longest = longest;
    point = state.get("point").clone();
    units = ones(point.length);
    gradient = state.get("gradient").clone();
    double[] scalars = state.get("scalars");
    value = scalars[0];
    small = (int) scalars[1];
    stored = (int) scalars[2];
    for (int m = 0; m < Math.min(stored, MEMORY); m++) {
      steps[m] = state.get("step-" + m).clone();
      changes[m] = state.get("change-" + m).clone();
      scales[m] = 1.0 / dot(steps[m], changes[m]);
    }
  }

  /** A point where the objective is at most what it is at {@code start}, where it is finite. */
  public static double[] minimise(Objective objective, double[] start, int mostSteps) {
    return minimise(objective, start, mostSteps, Double.POSITIVE_INFINITY);
  }

  /** The same, moving no value by more than {@code longest} in one step. */
  public static double[] minimise(
      Objective objective, double[] start, int mostSteps, double longest) {
    QuasiNewton search = new QuasiNewton(objective, start, longest);
    for (int step = 0; step < mostSteps && search.step(); step++) {}
    return search.point;
  }

  /**
   * Measures values in units from the next step on: the function is taken to bend about as much
   * over one unit of any value, until the memory knows better. They are no part of {@link #state}.
   */
  public void useUnits(double[] values) {
    System.arraycopy(values, 0, units, 0, units.length);
  }

  /** The best point so far; not a copy. */
  public double[] point() {
    return point;
  }

  /** The objective at {@link #point}. */
  public double value() {
    return value;
  }

  /** Everything the next steps depend on, beside the objective; not copies. */
  public Map<String, double[]> state() {
    Map<String, double[]> state = new LinkedHashMap<>();
    state.put("point", point);
    state.put("gradient", gradient);
    state.put("scalars", new double[] {value, small, stored});
    for (int m = 0; m < Math.min(stored, MEMORY); m++) {
      state.put("step-" + m, steps[m]);
      state.put("change-" + m, changes[m]);
    }
    return state;
  }

  /** One step; false when there is nothing left to gain. */
  public boolean step() {
    double largest = 0.0;
    for (double g : gradient) {
      largest = Math.max(largest, Math.abs(g));
    }
    if (!(largest > SMALL_GRADIENT) || !Double.isFinite(largest)) {
      return false;
    }
    double[] direction = direction(gradient);
    double slope = dot(direction, gradient);
    if (!(slope < 0)) {
      stored = 0; // the memory misleads: begin again with the gradient
      direction = direction(gradient);
      slope = dot(direction, gradient);
    }
    double[] next = new double[point.length];
    double[] nextGradient = new double[point.length];
    double nextValue = search(point, value, direction, slope, next, nextGradient);
    if (!(nextValue < value)) {
      boolean hadMemory = stored > 0;
      stored = 0;
      return hadMemory;
    }
    remember(point, gradient, next, nextGradient);
    small = value - nextValue <= SMALL_DECREASE * Math.abs(value) ? small + 1 : 0;
    point = next;
    gradient = nextGradient;
    value = nextValue;
    return small < 3;
  }

  /** Halves the step until the value has dropped enough; +∞ when it never does. */
  private double search(
      double[] point,
      double value,
      double[] direction,
      double slope,
      double[] next,
      double[] nextGradient) {
    double length = 1.0;
    for (int i = 0; i < direction.length; i++) {
      double most = longest * Math.max(1.0, Math.abs(point[i]));
      length = Math.min(length, most / Math.abs(direction[i]));
    }
    for (int k = 0; k < MOST_BACKTRACKS; k++, length *= 0.5) {
      for (int i = 0; i < point.length; i++) {
        next[i] = point[i] + length * direction[i];
      }
      Arrays.fill(nextGradient, 0.0);
      double nextValue = objective.of(next, nextGradient);
      if (nextValue <= value + ARMIJO * length * slope) {
        return nextValue;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** −H·gradient by the two-loop recursion, at most one unit long without a memory. */
  private double[] direction(double[] gradient) {
    int n = gradient.length;
    double[] q = gradient.clone();
    int first = Math.max(0, stored - MEMORY);
    double[] alpha = new double[MEMORY];
    for (int k = stored - 1; k >= first; k--) {
      int m = k % MEMORY;
      alpha[m] = scales[m] * dot(steps[m], q);
      for (int i = 0; i < n; i++) {
        q[i] -= alpha[m] * changes[m][i];
      }
    }
    double scale = 1.0 / Math.max(1.0, Math.sqrt(dot(gradient, gradient)));
    if (stored > 0) {
      int m = (stored - 1) % MEMORY;
      scale = 1.0 / (scales[m] * dotInUnits(changes[m]));
    }
    for (int i = 0; i < n; i++) {
      q[i] *= scale * units[i] * units[i];
    }
    for (int k = first; k < stored; k++) {
      int m = k % MEMORY;
      double beta = scales[m] * dot(changes[m], q);
      for (int i = 0; i < n; i++) {
        q[i] += (alpha[m] - beta) * steps[m][i];
      }
    }
    for (int i = 0; i < n; i++) {
      q[i] = -q[i];
    }
    return q;
  }

  private double dotInUnits(double[] y) {
    double sum = 0.0;
    for (int i = 0; i < y.length; i++) {
      sum += y[i] * y[i] * units[i] * units[i];
    }
    return sum;
  }

  private static double[] ones(int count) {
    double[] units = new double[count];
    Arrays.fill(units, 1.0);
    return units;
  }

  private void remember(double[] point, double[] gradient, double[] next, double[] nextGradient) {
    double[] s = new double[point.length];
    double[] y = new double[point.length];
    for (int i = 0; i < point.length; i++) {
      s[i] = next[i] - point[i];
      y[i] = nextGradient[i] - gradient[i];
    }
    double curvature = dot(s, y);
    if (curvature > 1e-10 * Math.sqrt(dot(s, s) * dot(y, y))) {
      int m = stored % MEMORY;
      steps[m] = s;
      changes[m] = y;
      scales[m] = 1.0 / curvature;
      stored++;
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0.0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }
}
