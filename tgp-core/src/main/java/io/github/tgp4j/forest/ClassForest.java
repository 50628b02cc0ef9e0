package io.github.tgp4j.forest;

import io.github.tgp4j.predict.ClassFrequencies;

/**
 * Classes by the mean of the leaves' frequencies: equation O1 in docs/equations.md. A leaf with c
 * rows of class k of K has the number c·K + k.
 */
public final class ClassForest implements Forest {
  /** How many rows the classes' shares of all rows count for in a leaf. */
  private static final double STRENGTH = 0.01;

  private final Trees trees;
  private final double[] shares;

  /**
   * Of given trees.
   *
   * @param shares of the classes in all rows; above 0, with the sum 1
   */
  public ClassForest(Trees trees, double... shares) {
    this.trees = trees;
    this.shares = new ClassFrequencies(shares).classProbabilities();
    for (double value : trees.values()) {
      if (!(value >= shares.length && value <= Integer.MAX_VALUE && value == Math.rint(value))) {
        throw new IllegalArgumentException(
            "forest: expected counts of classes but got " + value + " in a leaf");
      }
    }
  }

  @Override
  public Trees trees() {
    return trees;
  }

  @Override
  public int classes() {
    return shares.length;
  }

  /** The shares of the classes in all rows. */
  public double[] shares() {
    return shares.clone();
  }

  @Override
  public ClassFrequencies predict(double[] x, int at) {
    int classes = shares.length;
    double[] sums = new double[classes];
    double ofAll = 0.0; // weight of the shares
    for (int t = 0; t < trees.count(); t++) {
      int leaf = trees.leaf(t, x, at);
      double rows = STRENGTH;
      for (int e = trees.begin(leaf); e < trees.end(leaf); e++) {
        rows += (int) trees.value(e) / classes;
      }
      for (int e = trees.begin(leaf); e < trees.end(leaf); e++) {
        int value = (int) trees.value(e);
        sums[value % classes] += value / classes / rows;
      }
      ofAll += STRENGTH / rows;
    }
    double total = 0.0;
    for (int k = 0; k < classes; k++) {
      sums[k] += ofAll * shares[k];
      total += sums[k];
    }
    for (int k = 0; k < classes; k++) {
      sums[k] /= total;
    }
    return new ClassFrequencies(sums);
  }
}
