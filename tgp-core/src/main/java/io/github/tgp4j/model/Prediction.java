package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.variational.FlowDraws;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The predictive distribution of one target at a number of rows, in the target's own units.
 * Immutable.
 *
 * <p>It keeps only the mean and variance of the latent function per row (and draw, for a model that
 * predicts by draws); each summary is computed when asked for, row by row over the machine's cores.
 * Quantiles are exact: they invert the predictive CDF, no sampling involved.
 */
public final class Prediction {
  /** Few, so that the flow values of a hundred draws stay in the second-level cache. */
  private static final int ROWS_PER_TASK = 16;

  private final OutputPredictive output;
  private final Matrix x; // standardised, for flows that depend on it
  private final int firstLatent;
  private final LatentMarginals marginals;
  private final int rows;

  /**
   * The mixtures' components where a network gave the flow, row by row as they are asked for, so
   * that a second question does not evaluate it again; racing threads write equal ones.
   */
  private final KnownComponents known;

  Prediction(
      OutputPredictive output,
      Matrix x,
      int firstLatent,
      double[][] latentMean,
      double[][] latentVariance) {
    this(output, x, firstLatent, new LatentMarginals(1, latentMean, latentVariance));
  }

  Prediction(OutputPredictive output, Matrix x, int firstLatent, LatentMarginals marginals) {
    this.output = output;
    this.x = x;
    this.firstLatent = firstLatent;
    this.marginals = marginals;
    this.rows = marginals.rows();
    this.known = new KnownComponents(output.dependsOnInput() ? rows : 0);
  }

  /** An interval per row. */
  public record Band(double[] lower, double[] upper) {}

  public int rows() {
    return rows;
  }

  /** E[y] per row. */
  public double[] mean() {
    noClasses("mean", "classProbabilities");
    return each(Mixture::mean);
  }

  /** Var[y] per row, observation noise included. */
  public double[] variance() {
    noClasses("variance", "classProbabilities");
    return each(Mixture::variance);
  }

  public double[] standardDeviation() {
    noClasses("standardDeviation", "classProbabilities");
    return each(Mixture::standardDeviation);
  }

  public double[] median() {
    return quantile(0.5);
  }

  /** The smallest y with P(Y ≤ y) ≥ p, per row. */
  public double[] quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "quantile level: expected a value between 0 and 1 but got " + p);
    }
    noClasses("quantile", "classProbabilities");
    return each(row -> row.quantile(p));
  }

  /** The central interval that contains y with probability {@code level}. */
  public Band interval(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "interval level: expected a value between 0 and 1 but got " + level);
    }
    return new Band(quantile(0.5 * (1 - level)), quantile(0.5 * (1 + level)));
  }

  /** log p(y_i) (for counts and classes log P(y_i)) of one target per row. */
  public double[] logDensity(double[] y) {
    checkTargets(y);
    return eachIndexed((row, i) -> row.logDensity(y[i]));
  }

  /** P(Y ≤ y_i) of one target per row: the probability integral transform when y was observed. */
  public double[] cdf(double[] y) {
    checkTargets(y);
    noClasses("cdf", "classProbabilities");
    return eachIndexed((row, i) -> row.cdf(y[i]));
  }

  /** P(Y = k) per row and class. */
  public double[][] classProbabilities() {
    if (output.likelihood().classes() == 0) {
      throw new IllegalStateException(
          "class probabilities: "
              + output.likelihood()
              + " predicts numbers, not classes; use mean or quantile");
    }
    double[][] out = new double[rows][];
    forRows((row, i) -> out[i] = row.classProbabilities());
    return out;
  }

  /** The most probable class per row. */
  public int[] mostProbableClass() {
    double[][] probabilities = classProbabilities();
    int[] out = new int[rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 1; k < probabilities[i].length; k++) {
        if (probabilities[i][k] > probabilities[i][out[i]]) {
          out[i] = k;
        }
      }
    }
    return out;
  }

  /**
   * {@code count} draws of y per row, rows independent of each other: out[i][k]. The same seed
   * gives the same draws.
   */
  public double[][] sample(int count, long seed) {
    RowChecks.checkDraws(count);
    double[][] out = new double[rows][count];
    int latents = output.likelihood().latents();
    IntStream.range(0, rows)
        .parallel()
        .forEach(
            i -> {
              SplittableRandom random = new SplittableRandom(seed + 0x9E3779B97F4A7C15L * (i + 1));
              FlowDraws.Values values = output.drawAt(x, i);
              double[] f0 = new double[latents];
              for (int k = 0; k < count; k++) {
                int draw = random.nextInt(marginals.draws());
                for (int c = 0; c < latents; c++) {
                  double sd = Math.sqrt(marginals.variance(firstLatent + c, draw, i));
                  f0[c] = marginals.mean(firstLatent + c, draw, i) + sd * random.nextGaussian();
                }
                out[i][k] = output.sample(f0, values, random.nextInt(output.drawCount()), random);
              }
            });
    return out;
  }

  /** Mean of the latent function before the flow, on the standardised scale, of latent c. */
  public double[] latentMean(int c) {
    double[] out = new double[rows];
    for (int i = 0; i < rows; i++) {
      out[i] = marginals.mean(firstLatent + c, i);
    }
    return out;
  }

  /** Variance of the latent function before the flow, on the standardised scale, of latent c. */
  public double[] latentVariance(int c) {
    double[] out = new double[rows];
    for (int i = 0; i < rows; i++) {
      out[i] = marginals.variance(firstLatent + c, i);
    }
    return out;
  }

  private interface RowAction {
    void apply(Mixture row, int index);
  }

  private interface RowFunction {
    double apply(Mixture row, int index);
  }

  private double[] each(ToDoubleFunction<Mixture> function) {
    return eachIndexed((row, i) -> function.applyAsDouble(row));
  }

  private double[] eachIndexed(RowFunction function) {
    double[] out = new double[rows];
    forRows((row, i) -> out[i] = function.apply(row, i));
    return out;
  }

  private void forRows(RowAction action) {
    int tasks = (rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    Queue<OutputPredictive.Row> idle = new ConcurrentLinkedQueue<>();
    IntStream.range(0, tasks)
        .parallel()
        .forEach(
            task -> {
              OutputPredictive.Row waiting = idle.poll();
              OutputPredictive.Row row = waiting == null ? output.row() : waiting;
              int to = Math.min(rows, (task + 1) * ROWS_PER_TASK);
              row.start(x, task * ROWS_PER_TASK, to, known);
              for (int i = task * ROWS_PER_TASK; i < to; i++) {
                action.apply(row.place(marginals, i), i);
              }
              idle.add(row);
            });
  }

  private void noClasses(String what, String instead) {
    if (output.likelihood().classes() > 0) {
      throw new IllegalStateException(
          what + ": " + output.likelihood() + " predicts classes, not numbers; use " + instead);
    }
  }

  private void checkTargets(double[] y) {
    if (y.length != rows) {
      throw new IllegalArgumentException(
          "targets: expected " + rows + ", one per row, but got " + y.length);
    }
    for (int i = 0; i < rows; i++) {
      if (Double.isNaN(y[i])) {
        throw new IllegalArgumentException("y: row " + i + ": expected a number but got NaN");
      }
    }
  }
}
