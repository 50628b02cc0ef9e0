package io.github.tgp4j.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Trees that compare inputs with thresholds until a leaf is reached, and the numbers of their
 * leaves. Immutable.
 */
public final class Trees {
  private final int inputs;
  private final int[] nodes;
  private final double[] thresholds;
  private final double[] values;

  private final int[] place; // of a split its threshold, of a leaf the first of its numbers
  private final int[] right; // of a split the node that larger inputs go to
  private final int[] roots;

  /**
   * Of given trees, one after the other, the nodes of each from the root on: first a split, then
   * all nodes of smaller inputs, then all others.
   *
   * @param inputs columns of a row
   * @param nodes the number of the input that is compared, or −n for a leaf with n numbers
   * @param thresholds of all splits, in the order of the nodes: a smaller input goes to the left
   * @param values the numbers of all leaves, in that order
   */
  public Trees(int inputs, int[] nodes, double[] thresholds, double[] values) {
    this.inputs = inputs;
    this.nodes = nodes.clone();
    this.thresholds = thresholds.clone();
    this.values = values.clone();
    place = new int[nodes.length];
    right = new int[nodes.length];
    roots = link();
    for (int node : nodes) {
      if (node >= inputs) {
        throw wrong("inputs below " + inputs, "input " + node);
      }
    }
    if (!Arrays.stream(thresholds).allMatch(Double::isFinite)
        || !Arrays.stream(values).allMatch(Double::isFinite)) {
      throw wrong("finite numbers", "others");
    }
  }

  /** The trees of several, in their order. */
  static Trees join(List<Trees> parts) {
    return new Trees(
        parts.get(0).inputs,
        parts.stream().flatMapToInt(part -> Arrays.stream(part.nodes)).toArray(),
        parts.stream().flatMapToDouble(part -> Arrays.stream(part.thresholds)).toArray(),
        parts.stream().flatMapToDouble(part -> Arrays.stream(part.values)).toArray());
  }

  /** Finds where each node's threshold or numbers lie and where its right side begins. */
  private int[] link() {
    List<Integer> begins = new ArrayList<>();
    int[] open = new int[nodes.length]; // splits whose right side has not begun
    int depth = 0;
    int splits = 0;
    int numbers = 0;
    boolean complete = true;
    for (int n = 0; n < nodes.length; n++) {
      if (complete) {
        begins.add(n);
        complete = false;
      }
      if (nodes[n] >= 0) {
        place[n] = splits++;
        open[depth++] = n;
      } else {
        place[n] = numbers;
        numbers = Math.addExact(numbers, Math.negateExact(nodes[n]));
        complete = depth == 0;
        if (depth > 0) {
          right[open[--depth]] = n + 1;
        }
      }
    }
    if (!complete || begins.isEmpty()) {
      throw wrong("at least one tree, and each to its last leaf", nodes.length + " nodes");
    }
    if (splits != thresholds.length || numbers != values.length) {
      throw wrong(
          splits + " thresholds and " + numbers + " numbers",
          thresholds.length + " and " + values.length);
    }
    return begins.stream().mapToInt(n -> n).toArray();
  }

  private static IllegalArgumentException wrong(String expected, String got) {
    return new IllegalArgumentException("trees: expected " + expected + " but got " + got);
  }

  /** Columns of a row. */
  public int inputs() {
    return inputs;
  }

  /** How many trees there are. */
  public int count() {
    return roots.length;
  }

  /** The leaf that a row, which begins at a place of an array, comes to. */
  int leaf(int tree, double[] x, int at) {
    int n = roots[tree];
    while (nodes[n] >= 0) {
      n = x[at + nodes[n]] < thresholds[place[n]] ? n + 1 : right[n];
    }
    return n;
  }

  /** Where the numbers of a leaf begin. */
  int begin(int leaf) {
    return place[leaf];
  }

  /** Where they end. */
  int end(int leaf) {
    return place[leaf] - nodes[leaf];
  }

  /** One of the numbers of all leaves. */
  double value(int at) {
    return values[at];
  }

  /** The most numbers that a leaf has. */
  int mostNumbers() {
    return -Arrays.stream(nodes).min().orElseThrow();
  }

  /** As they were given. */
  public int[] nodes() {
    return nodes.clone();
  }

  /** As they were given. */
  public double[] thresholds() {
    return thresholds.clone();
  }

  /** As they were given. */
  public double[] values() {
    return values.clone();
  }
}
