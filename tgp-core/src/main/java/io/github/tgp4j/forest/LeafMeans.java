package io.github.tgp4j.forest;

/** Mean and spread of what several trees say of one row (Welford 1962). */
final class LeafMeans {
  private int count;
  private double mean;
  private double squares;

  void add(Trees trees, int tree, double[] x, int at) {
    double value = trees.value(trees.begin(trees.leaf(tree, x, at)));
    count++;
    double step = value - mean;
    mean += step / count;
    squares += step * (value - mean);
  }

  int count() {
    return count;
  }

  double mean() {
    return mean;
  }

  double deviation() {
    return count < 2 ? 0.0 : Math.sqrt(squares / (count - 1));
  }
}
