package io.github.tgp4j.mixture;

import io.github.tgp4j.compute.Parallelism;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.variational.FlowDraws;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What every kind of model predicts: per row a mixture over nodes of the latent function and over
 * draws; equations R1–R3 and J8 in docs/equations.md. Immutable.
 *
 * <p>It keeps only the mean and variance of the latent function per row and draw; each summary is
 * computed when asked for, row by row over the machine's cores. Quantiles are exact: they invert
 * the predictive CDF, no sampling involved.
 */
public final class MixturePrediction implements Prediction {
  /** Few, so that the flow values of a hundred draws stay in the second-level cache. */
  private static final int ROWS_PER_TASK = 16;

  private static final double[] NO_LEVELS = {};

  private final OutputPredictive output;
  private final Matrix x; // standardised, for flows that depend on it
  private final LatentMarginals marginals;
  private final int rows;
  private final Parallelism parallelism;
  private final DevicePredictions device; // null where the processor answers alone
  private final int number; // of the output

  /**
   * The mixtures' components where a network gave the flow, row by row as they are asked for, so
   * that a second question does not evaluate it again; racing threads write equal ones.
   */
  private final KnownComponents known;

  /**
   * @param x standardised
   * @param marginals of all latents of the model at these rows
   */
  public MixturePrediction(OutputPredictive output, Matrix x, LatentMarginals marginals) {
    this(output, x, marginals, Parallelism.ALL);
  }

  /**
   * @param x standardised
   * @param marginals of all latents of the model at these rows
   * @param parallelism how many threads may answer one question
   */
  public MixturePrediction(
      OutputPredictive output, Matrix x, LatentMarginals marginals, Parallelism parallelism) {
    this(output, x, marginals, parallelism, null, 0);
  }

  /**
   * With a device that answers what is asked of all rows, as far as it can.
   *
   * @param x standardised
   * @param marginals of all latents of the model at these rows
   * @param parallelism how many threads may answer one question
   * @param device null for none
   * @param number of the output among the model's
   */
  public MixturePrediction(
      OutputPredictive output,
      Matrix x,
      LatentMarginals marginals,
      Parallelism parallelism,
      DevicePredictions device,
      int number) {
    this.parallelism = parallelism;
    this.device = device;
    this.number = number;
    this.output = output;
    this.x = x;
    this.marginals = marginals;
    this.rows = marginals.rows();
    this.known =
        output.keepsComponents() && rows > 1 ? new KnownComponents(rows) : KnownComponents.NONE;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public Distribution row(int i) {
    if (!(i >= 0 && i < rows)) {
      throw new IndexOutOfBoundsException(
          "row: expected 0 to " + (rows - 1) + " but got " + i + ", of " + rows + " rows");
    }
    return new MixtureRow(this, i);
  }

  @Override
  public void ready(int from, int to) {
    if (rows > 1 && output.keepsComponents() && known.all(from, to) == null) {
      rows(from, to, (row, i) -> {}); // which keeps their components
    }
  }

  @Override
  public double[] mean() {
    noClasses("mean");
    MixtureAnswers answers = ask(NO_LEVELS, null);
    return answers == null ? each(Mixture::mean) : answers.mean;
  }

  @Override
  public double[] variance() {
    noClasses("variance");
    MixtureAnswers answers = ask(NO_LEVELS, null);
    return answers == null
        ? each(Mixture::variance)
        : Arrays.stream(answers.deviation).map(s -> s * s).toArray();
  }

  @Override
  public double[] standardDeviation() {
    noClasses("standardDeviation");
    MixtureAnswers answers = ask(NO_LEVELS, null);
    return answers == null ? each(Mixture::standardDeviation) : answers.deviation;
  }

  @Override
  public double[] quantile(double p) {
    return quantiles(p)[0];
  }

  @Override
  public double[][] quantiles(double... levels) {
    checkLevels(levels);
    noClasses("quantile");
    MixtureAnswers answers = ask(levels, null);
    if (answers != null) {
      return answers.quantiles;
    }
    double[][] out = new double[levels.length][rows];
    forRows((row, i) -> MixtureAnswers.put(row.quantiles(levels), out, i));
    return out;
  }

  @Override
  public Summary summary(double... levels) {
    checkLevels(levels);
    noClasses("summary");
    MixtureAnswers answers = ask(levels, null);
    if (answers != null) {
      return new Summary(levels.clone(), answers.mean, answers.deviation, answers.quantiles);
    }
    double[] mean = new double[rows];
    double[] deviation = new double[rows];
    double[][] quantiles = new double[levels.length][rows];
    forRows(
        (row, i) -> {
          mean[i] = row.mean();
          deviation[i] = row.standardDeviation();
          MixtureAnswers.put(row.quantiles(levels), quantiles, i);
        });
    return new Summary(levels.clone(), mean, deviation, quantiles);
  }

  @Override
  public double[] logDensity(double[] y) {
    checkTargets(y);
    MixtureAnswers answers = ask(NO_LEVELS, y);
    return answers == null ? eachIndexed((row, i) -> row.logDensity(y[i])) : answers.logDensity;
  }

  @Override
  public double[] cdf(double[] y) {
    checkTargets(y);
    noClasses("cdf");
    MixtureAnswers answers = ask(NO_LEVELS, y);
    return answers == null ? eachIndexed((row, i) -> row.cdf(y[i])) : answers.cdf;
  }

  /**
   * What the device answers, and the processor for the rows that it leaves open; null where there
   * is no device for these rows. Some rows alone are the processor's, whose bits they keep.
   *
   * @param y null where no density is asked for
   */
  private MixtureAnswers ask(double[] levels, double[] y) {
    if (device == null || rows <= Blas.FEW_ROWS) {
      return null;
    }
    double[] targets = y == null ? null : output.standardised(y);
    MixtureAnswers answers = new MixtureAnswers(rows, levels, targets);
    if (!device.answer(number, x, marginals, output.firstLatent(), answers)) {
      return null;
    }
    output.rescale(answers);
    int[] open = answers.open();
    parallelism.run(
        open.length,
        k ->
            rows(
                open[k],
                open[k] + 1,
                (row, i) -> answers.put(i, row, y == null ? Double.NaN : y[i])));
    return answers;
  }

  @Override
  public double[] crps(double[] y) {
    checkTargets(y);
    noClasses("crps");
    return eachIndexed((row, i) -> row.crps(y[i]));
  }

  @Override
  public double[][] classProbabilities() {
    needsClasses();
    double[][] out = new double[rows][];
    forRows((row, i) -> out[i] = row.classProbabilities());
    return out;
  }

  @Override
  public double[][] sample(int count, long seed) {
    RowChecks.checkDraws(count);
    double[][] out = new double[rows][];
    parallelism.run(rows, i -> out[i] = draws(i, count, rowSeed(seed, i)));
    return out;
  }

  private static long rowSeed(long seed, int row) {
    return seed + 0x9E3779B97F4A7C15L * (row + 1);
  }

  /** Draws of y at one row. */
  double[] draws(int i, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FlowDraws.Values values = output.drawAt(x, i);
    double[] f0 = new double[output.processes()];
    double[] out = new double[count];
    for (int k = 0; k < count; k++) {
      int draw = draw(random);
      for (int c = 0; c < f0.length; c++) {
        int latent = output.firstLatent() + c;
        double sd = Math.sqrt(marginals.variance(latent, draw, i));
        f0[c] = marginals.mean(latent, draw, i) + sd * random.nextGaussian();
      }
      int flowDraw = random.nextInt(values.draws());
      out[k] =
          output.sample(
              f0, new OutputPredictive.Choice(values, 0, flowDraw, marginals.theta(draw)), random);
    }
    return out;
  }

  private int draw(SplittableRandom random) {
    if (marginals.weights() == null) {
      return random.nextInt(marginals.draws());
    }
    int draw = 0;
    double left = random.nextDouble() - marginals.weight(0);
    while (left > 0 && draw < marginals.draws() - 1) {
      left -= marginals.weight(++draw);
    }
    return draw;
  }

  @Override
  public double[] latentMean(int c) {
    int latent = latent(c);
    double[] out = new double[rows];
    for (int i = 0; i < rows; i++) {
      out[i] = marginals.mean(latent, i);
    }
    return out;
  }

  @Override
  public double[] latentVariance(int c) {
    int latent = latent(c);
    double[] out = new double[rows];
    for (int i = 0; i < rows; i++) {
      out[i] = marginals.variance(latent, i);
    }
    return out;
  }

  private int latent(int c) {
    int latents = output.processes();
    if (!(c >= 0 && c < latents)) {
      throw new IllegalArgumentException(
          "latent: expected 0"
              + (latents == 1 ? ", the only one," : " to " + (latents - 1))
              + " but got "
              + c);
    }
    return output.firstLatent() + c;
  }

  OutputPredictive output() {
    return output;
  }

  /** Applies a function to the mixture of one row. */
  double at(int i, ToDoubleFunction<Mixture> function) {
    OutputPredictive.Row row = output.row();
    double result = function.applyAsDouble(mixture(row, i));
    output.giveBack(row);
    return result;
  }

  /** The same for any answer. */
  <R> R place(int i, Function<Mixture, R> function) {
    OutputPredictive.Row row = output.row();
    R result = function.apply(mixture(row, i));
    output.giveBack(row);
    return result;
  }

  /** Mean, standard deviation and quantiles of one row. */
  Summary.Row summaryAt(int i, double[] levels) {
    OutputPredictive.Row row = output.row();
    Mixture mixture = mixture(row, i);
    Summary.Row summary =
        new Summary.Row(mixture.mean(), mixture.standardDeviation(), mixture.quantiles(levels));
    output.giveBack(row);
    return summary;
  }

  private Mixture mixture(OutputPredictive.Row row, int i) {
    if (rows == 1) {
      return row.placeOnly(x, marginals);
    }
    row.start(x, i, i + 1, known);
    return row.place(marginals, i);
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
    if (tasks == 1) {
      rows(0, rows, action);
    } else {
      parallelism.run(
          tasks,
          task -> rows(task * ROWS_PER_TASK, Math.min(rows, (task + 1) * ROWS_PER_TASK), action));
    }
  }

  private void rows(int from, int to, RowAction action) {
    OutputPredictive.Row row = output.row();
    if (rows == 1) {
      action.apply(row.placeOnly(x, marginals), 0);
    } else {
      row.start(x, from, to, known);
      for (int i = from; i < to; i++) {
        action.apply(row.place(marginals, i), i);
      }
    }
    output.giveBack(row);
  }

  static void checkLevels(double[] levels) {
    for (double p : levels) {
      checkLevel(p);
    }
  }

  static void checkLevel(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException(
          "quantile level: expected a value between 0 and 1 but got " + p);
    }
  }

  void noClasses(String what) {
    if (output.likelihood().classes() > 0) {
      throw new IllegalStateException(
          what
              + ": "
              + output.likelihood()
              + " predicts classes, not numbers; use classProbabilities");
    }
  }

  void needsClasses() {
    if (output.likelihood().classes() == 0) {
      throw new IllegalStateException(
          "class probabilities: "
              + output.likelihood()
              + " predicts numbers, not classes; use mean or quantile");
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

  @Override
  public String toString() {
    return describe();
  }
}
