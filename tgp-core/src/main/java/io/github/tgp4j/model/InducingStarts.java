package io.github.tgp4j.model;

import io.github.tgp4j.covariance.Covariance;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.optimise.InducingPoints;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;

/** Where inducing inputs begin. */
final class InducingStarts {
  private static final int K_MEANS_ROUNDS = 10;

  private InducingStarts() {}

  /** With the values that the covariance starts with. */
  static Matrix of(Tgp.Inducing start, RowStore rows, Covariance k, int count, long seed) {
    return of(start, rows, k, null, count, seed);
  }

  /**
   * {@code count} inducing inputs, or fewer when there are fewer distinct rows.
   *
   * @param values of the covariance, null for those that it starts with; k-means measures distances
   *     in its lengthscales
   */
  static Matrix of(
      Tgp.Inducing start, RowStore rows, Covariance k, double[] values, int count, long seed) {
    return switch (start) {
      case RANDOM -> InducingPoints.random(rows, count, seed);
      case GREEDY_VARIANCE -> {
        double[] theta = valued(k, values).value();
        yield InducingPoints.greedyVariance(rows, count, k, theta, seed);
      }
      case K_MEANS ->
          InducingPoints.kMeans(rows, count, K_MEANS_ROUNDS, seed, lengthscales(k, values));
    };
  }

  /** The lengthscales of a covariance that has one per input; none otherwise. */
  static double[] lengthscales(Covariance k, double[] values) {
    Parameters parameters = valued(k, values);
    for (Parameters.Block block : parameters.blocks()) {
      if (block.name().equals("covariance.lengthscales") && block.size() == k.inputs()) {
        return parameters.get(block.name());
      }
    }
    return new double[0];
  }

  private static Parameters valued(Covariance k, double[] values) {
    Parameters parameters = new Parameters();
    int at = parameters.add("covariance", k);
    if (values != null) {
      parameters.setFrom(at, values);
    }
    return parameters;
  }
}
