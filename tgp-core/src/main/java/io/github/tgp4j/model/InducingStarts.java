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

  /** {@code count} inducing inputs, or fewer when there are fewer distinct rows. */
  static Matrix of(Tgp.Inducing start, RowStore rows, Covariance k, int count, long seed) {
    return switch (start) {
      case RANDOM -> InducingPoints.random(rows, count, seed);
      case GREEDY_VARIANCE -> {
        Parameters values = new Parameters();
        values.add("covariance", k);
        yield InducingPoints.greedyVariance(rows, count, k, values.value(), seed);
      }
      case K_MEANS -> InducingPoints.kMeans(rows, count, K_MEANS_ROUNDS, seed);
    };
  }
}
