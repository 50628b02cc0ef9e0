package io.github.tgp4j.forest;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Grows one extremely randomised tree (Geurts, Ernst and Wehenkel 2006): at each node every input
 * draws one threshold, and the best of these splits is taken. Thresholds lie next to the value of a
 * random row, so that trees depend on the order of values alone.
 */
final class TreeGrower {
  /** Inputs that a split compares at most. */
  private static final int MOST_INPUTS = 30;

  /** Draws of thresholds before a node becomes a leaf. */
  private static final int DRAWS = 3;

  private final double[][] columns;
  private final LeafTargets targets;
  private final SplittableRandom random;
  private final int[] inputs; // shuffled as far as they are tried
  private final int[] rows; // of the tree, those of a node side by side
  private final int[] moved;
  private final double[] total; // of the node
  private final double[] left; // of one side

  private final IntStream.Builder nodes = IntStream.builder();
  private final DoubleStream.Builder thresholds = DoubleStream.builder();
  private final DoubleStream.Builder values = DoubleStream.builder();

  private int bestInput;
  private double bestThreshold;

  /**
   * Of some rows.
   *
   * @param columns values by input and row
   * @param rows numbers of the rows to learn from, which it reorders
   */
  TreeGrower(double[][] columns, LeafTargets targets, int[] rows, SplittableRandom random) {
    this.columns = columns;
    this.targets = targets;
    this.rows = rows;
    this.random = random;
    inputs = new int[columns.length];
    Arrays.setAll(inputs, j -> j);
    moved = new int[rows.length];
    total = new double[targets.sums()];
    left = new double[targets.sums()];
  }

  Trees grow() {
    record Side(int from, int to) {}
    Deque<Side> pending = new ArrayDeque<>(); // what is left of the tree, its next node on top
    pending.push(new Side(0, rows.length));
    while (!pending.isEmpty()) {
      Side side = pending.pop();
      int middle = split(side.from, side.to);
      if (middle > side.from) {
        nodes.add(bestInput);
        thresholds.add(bestThreshold);
        pending.push(new Side(middle, side.to));
        pending.push(new Side(side.from, middle));
      } else {
        nodes.add(-targets.write(total, side.to - side.from, values));
      }
    }
    return new Trees(
        columns.length,
        nodes.build().toArray(),
        thresholds.build().toArray(),
        values.build().toArray());
  }

  /**
   * Moves the rows of a node to both sides.
   *
   * @return where the right side begins, or 0 for a leaf
   */
  private int split(int from, int to) {
    Arrays.fill(total, 0);
    boolean same = true;
    for (int i = from; i < to; i++) {
      targets.add(rows[i], total);
      same &= targets.areEqual(rows[i], rows[from]);
    }
    if (same || to - from < 2 * targets.least()) {
      return 0;
    }
    bestInput = -1;
    for (int draw = 0; draw < DRAWS && bestInput < 0; draw++) {
      drawSplits(from, to);
    }
    return bestInput < 0 ? 0 : partition(from, to);
  }

  private void drawSplits(int from, int to) {
    double best = Double.NEGATIVE_INFINITY;
    double bestValue = 0.0;
    int tried = Math.min(MOST_INPUTS, inputs.length);
    for (int t = 0; t < tried; t++) {
      int other = random.nextInt(t, inputs.length);
      int input = inputs[other];
      inputs[other] = inputs[t];
      inputs[t] = input;
      double value = columns[input][rows[random.nextInt(from, to)]];
      double gain = gain(columns[input], value, from, to);
      if (gain > best) {
        best = gain;
        bestInput = input;
        bestValue = value;
      }
    }
    if (bestInput >= 0) {
      bestThreshold = below(columns[bestInput], bestValue, from, to);
    }
  }

  /** Σ_k l_k²/l + Σ_k r_k²/r of both sides, the larger the purer; −∞ where one is too small. */
  private double gain(double[] x, double value, int from, int to) {
    Arrays.fill(left, 0);
    int count = 0;
    for (int i = from; i < to; i++) {
      int row = rows[i];
      if (x[row] < value) {
        targets.add(row, left);
        count++;
      }
    }
    int others = to - from - count;
    if (count < targets.least() || others < targets.least()) {
      return Double.NEGATIVE_INFINITY;
    }
    double smaller = 0.0;
    double larger = 0.0;
    for (int k = 0; k < left.length; k++) {
      double rest = total[k] - left[k];
      smaller += left[k] * left[k];
      larger += rest * rest;
    }
    return smaller / count + larger / others;
  }

  /** A random place between a value and the next smaller one of the node. */
  private double below(double[] x, double value, int from, int to) {
    double next = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      double at = x[rows[i]];
      if (at < value) {
        next = Math.max(next, at);
      }
    }
    double share = random.nextDouble();
    double threshold = share * next + (1 - share) * value;
    return threshold > next && threshold <= value ? threshold : value;
  }

  private int partition(int from, int to) {
    double[] x = columns[bestInput];
    int smaller = from;
    int larger = 0;
    for (int i = from; i < to; i++) {
      int row = rows[i];
      if (x[row] < bestThreshold) {
        rows[smaller++] = row;
      } else {
        moved[larger++] = row;
      }
    }
    System.arraycopy(moved, 0, rows, smaller, larger);
    return smaller;
  }
}
