package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;
import java.util.function.IntConsumer;
import java.util.function.ToDoubleFunction;

/** What predictions ask each of their rows for, some rows at a time on each thread. */
final class EachRow {
  /** Few, so that what is got ready for them stays in the cache. */
  private static final int ROWS_PER_TASK = 16;

  private EachRow() {}

  /** By level and row. */
  static double[][] quantiles(Prediction of, Parallelism parallelism, double... levels) {
    Levels.quantiles(levels);
    double[][] out = new double[levels.length][of.rows()];
    run(of, parallelism, i -> put(of.row(i).quantiles(levels), out, i));
    return out;
  }

  static Summary summary(Prediction of, Parallelism parallelism, double... levels) {
    Levels.quantiles(levels);
    double[] mean = new double[of.rows()];
    double[] deviation = new double[of.rows()];
    double[][] quantiles = new double[levels.length][of.rows()];
    run(
        of,
        parallelism,
        i -> {
          Summary.Row row = of.row(i).summary(levels);
          mean[i] = row.mean();
          deviation[i] = row.standardDeviation();
          put(row.quantiles(), quantiles, i);
        });
    return new Summary(levels.clone(), mean, deviation, quantiles);
  }

  static double[] crps(Prediction of, Parallelism parallelism, double[] y) {
    Levels.targets(y, of.rows());
    double[] out = new double[of.rows()];
    run(of, parallelism, i -> out[i] = of.row(i).crps(y[i]));
    return out;
  }

  static double[] values(
      Prediction of, Parallelism parallelism, ToDoubleFunction<Distribution> value) {
    double[] out = new double[of.rows()];
    run(of, parallelism, i -> out[i] = value.applyAsDouble(of.row(i)));
    return out;
  }

  private static void put(double[] row, double[][] out, int i) {
    for (int k = 0; k < row.length; k++) {
      out[k][i] = row[k];
    }
  }

  private static void run(Prediction of, Parallelism parallelism, IntConsumer row) {
    int rows = of.rows();
    parallelism.run(
        (rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
        task -> {
          int from = task * ROWS_PER_TASK;
          int to = Math.min(rows, from + ROWS_PER_TASK);
          of.ready(from, to);
          for (int i = from; i < to; i++) {
            row.accept(i);
          }
        });
  }
}
