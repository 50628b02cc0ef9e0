package io.github.tgp4j.forest;

import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.KernelDensity;
import io.github.tgp4j.predict.LocatedDistribution;

/**
 * Numbers by the mean of the leaves' means, with errors as wide as these means differ: equations O2
 * and O3 in docs/equations.md. The shape of the errors is that of rows that trees had not seen.
 */
public final class NumberForest implements Forest {
  private final Trees trees;
  private final KernelDensity errors;
  private final double floor;

  /**
   * Of given trees.
   *
   * @param errors in units of the scale
   * @param floor of the scale, above 0
   */
  public NumberForest(Trees trees, KernelDensity errors, double floor) {
    this.trees = trees;
    this.errors = errors;
    this.floor = floor;
    if (!(floor > 0 && floor < Double.POSITIVE_INFINITY) || trees.mostNumbers() != 1) {
      throw new IllegalArgumentException(
          "forest: expected one number per leaf and a scale above 0 but got "
              + trees.mostNumbers()
              + " and "
              + floor);
    }
  }

  @Override
  public Trees trees() {
    return trees;
  }

  @Override
  public int classes() {
    return 0;
  }

  /** The errors in units of the scale. */
  public KernelDensity errors() {
    return errors;
  }

  /** The least scale. */
  public double floor() {
    return floor;
  }

  @Override
  public Distribution predict(double[] x, int at) {
    LeafMeans means = new LeafMeans();
    for (int t = 0; t < trees.count(); t++) {
      means.add(trees, t, x, at);
    }
    return new LocatedDistribution(errors, means.mean(), Math.hypot(means.deviation(), floor));
  }
}
