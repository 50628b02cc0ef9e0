package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.param.Parameters;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;

/**
 * What networks with batch normalisation predict with: means and variances of their units over the
 * training rows, learnt anew whenever the weights are to be judged or kept. At most 2,048 rows,
 * spread evenly, are read, so the result depends neither on batches nor on threads.
 */
final class NetworkStatistics {
  private static final int MOST_ROWS = 2_048;

  private final Architecture architecture;
  private final Matrix rows; // null where no network normalises
  private final long seed;

  NetworkStatistics(Architecture architecture, RowStore store, long seed) {
    this.architecture = architecture;
    this.rows = architecture.hasStatistics() ? some(store) : null;
    this.seed = seed;
  }

  private static Matrix some(RowStore store) {
    int n = Math.min(MOST_ROWS, store.size());
    Matrix x = Matrix.zeros(n, store.inputs());
    double[][] y = new double[store.targets()][1];
    for (int i = 0; i < n; i++) {
      int row = (int) ((long) i * store.rows() / n);
      store.read(row, x.data, x.at(i, 0), y, 0);
    }
    return x;
  }

  /** Brings the statistics up to date with the weights. */
  void learn(Parameters parameters) {
    if (rows != null) {
      architecture.learnStatistics(parameters, rows, seed);
    }
  }
}
