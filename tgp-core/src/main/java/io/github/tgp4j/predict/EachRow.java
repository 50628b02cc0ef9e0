package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;

/** What predictions ask each of their rows for, several rows at a time. */
final class EachRow {
  private EachRow() {}

  /** By level and row. */
  static double[][] quantiles(Prediction of, Parallelism parallelism, double... levels) {
    Levels.quantiles(levels);
    double[][] out = new double[levels.length][of.rows()];
    parallelism.run(
        of.rows(),
        i -> {
          double[] row = of.row(i).quantiles(levels);
          for (int k = 0; k < levels.length; k++) {
            out[k][i] = row[k];
          }
        });
    return out;
  }

  static double[] crps(Prediction of, Parallelism parallelism, double[] y) {
    Levels.targets(y, of.rows());
    double[] out = new double[of.rows()];
    parallelism.run(out.length, i -> out[i] = of.row(i).crps(y[i]));
    return out;
  }
}
