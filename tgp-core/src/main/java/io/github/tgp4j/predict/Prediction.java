package io.github.tgp4j.predict;

import io.github.tgp4j.compute.Parallelism;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The predictive distribution of one target at a number of rows, in the target's own units.
 *
 * <p>Everything follows from {@link #rows} and {@link #row}; what a fitted model returns computes
 * many rows at a time. {@link #of} makes one from given distributions, for tests.
 */
public interface Prediction {
  /** One row per distribution. */
  static Prediction of(List<? extends Distribution> distributions) {
    return new DistributionList(List.copyOf(distributions));
  }

  /** One row per distribution. */
  static Prediction of(Distribution... distributions) {
    return new DistributionList(List.of(distributions));
  }

  /**
   * The blend of what several models predict for the same rows, as {@link Distribution#blend}.
   *
   * @param weights above 0, with the sum 1
   */
  static Prediction blend(List<? extends Prediction> parts, double... weights) {
    return blend(parts, Parallelism.ALL, weights);
  }

  /** The same, answered by so many threads. */
  static Prediction blend(
      List<? extends Prediction> parts, Parallelism parallelism, double... weights) {
    Blends.check(parts.size(), weights);
    Blends.sameRows(parts);
    return parts.size() == 1
        ? parts.get(0)
        : new BlendedPrediction(List.copyOf(parts), weights, parallelism);
  }

  /**
   * The same taken for a prediction of whole numbers, P(Y = k) = F(k + ½) − F(k − ½); itself where
   * it is one.
   */
  default Prediction rounded() {
    return rows() > 0 && row(0).discrete() ? this : new RoundedPrediction(this);
  }

  /** The same kept within a support, as {@link Distribution#within}. */
  default Prediction within(Support support) {
    return within(support, Parallelism.ALL);
  }

  /** The same, answered by so many threads. */
  default Prediction within(Support support, Parallelism parallelism) {
    boolean numbers = rows() > 0 && !row(0).discrete() && row(0).classes() == 0;
    return numbers && !support.isReal() ? new BoundedPrediction(this, support, parallelism) : this;
  }

  /**
   * The same with recalibrated quantiles; all else stays.
   *
   * @param support whose ends are the quantiles of levels that nothing can be promised for
   */
  default Prediction calibrated(QuantileCalibration calibration, Support support) {
    if (rows() > 0 && row(0).classes() > 0) {
      throw new IllegalStateException("calibrated: classes have no quantiles");
    }
    return new CalibratedPrediction(this, calibration, support);
  }

  /** The same, surer or less sure; all but the mean changes. Itself where it is to stay. */
  default Prediction sharpened(Sharpening sharpening, Parallelism parallelism) {
    if (sharpening.isNone()) {
      return this;
    }
    if (rows() > 0 && row(0).classes() > 0) {
      throw new IllegalStateException("sharpened: classes have no quantiles");
    }
    return new SharpenedPrediction(this, sharpening, parallelism);
  }

  /** How many rows were predicted. */
  int rows();

  /** The distribution of one row. */
  Distribution row(int i);

  /**
   * Says that rows from..to−1 will be asked one after the other: what several rows at a time cost
   * less is done now. Answers do not depend on it.
   */
  default void ready(int from, int to) {}

  /**
   * E[y] per row. Where the tails of flow or noise are so heavy that there is no mean, it is that
   * of the latent function cut at seven standard deviations; {@link #median} is safe.
   */
  default double[] mean() {
    return each(Distribution::mean);
  }

  /** Var[y] per row, observation noise included; infinite where the noise has none. */
  default double[] variance() {
    return each(Distribution::variance);
  }

  /** The square root of {@link #variance}. */
  default double[] standardDeviation() {
    return each(Distribution::standardDeviation);
  }

  /** The quantile of level ½ per row. */
  default double[] median() {
    return quantile(0.5);
  }

  /** The smallest y with P(Y ≤ y) ≥ p, per row. */
  default double[] quantile(double p) {
    Levels.quantile(p);
    return each(row -> row.quantile(p));
  }

  /** The quantiles of several levels in one pass: out[k][i] of level k at row i. */
  default double[][] quantiles(double... levels) {
    return summary(levels).quantiles();
  }

  /** The central interval that contains y with probability {@code level}. */
  default Band interval(double level) {
    Levels.interval(level);
    double[][] ends = quantiles(0.5 * (1 - level), 0.5 * (1 + level));
    return new Band(ends[0], ends[1]);
  }

  /** Mean, standard deviation and quantiles of every row in one pass. */
  default Summary summary(double... levels) {
    Levels.quantiles(levels);
    double[] mean = new double[rows()];
    double[] deviation = new double[rows()];
    double[][] quantiles = new double[levels.length][rows()];
    for (int i = 0; i < rows(); i++) {
      Summary.Row row = row(i).summary(levels);
      mean[i] = row.mean();
      deviation[i] = row.standardDeviation();
      for (int k = 0; k < levels.length; k++) {
        quantiles[k][i] = row.quantiles()[k];
      }
    }
    return new Summary(levels.clone(), mean, deviation, quantiles);
  }

  /** log p(y_i) (for counts and classes log P(y_i)) of one target per row. */
  default double[] logDensity(double[] y) {
    Levels.targets(y, rows());
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = row(i).logDensity(y[i]);
    }
    return out;
  }

  /**
   * The log of the mean density over the values that are rounded to y_i, (F(y + h/2) − F(y −
   * h/2))/h, one target per row; equation B6 in docs/equations.md. A density that has spikes where
   * values were rounded to gains nothing by it. Where the probability is below what rounding of
   * numbers leaves of a difference, the density at y_i stands for it.
   *
   * @param step h, between neighbouring values of a target that was rounded
   */
  default double[] logDensity(double[] y, double step) {
    Levels.step(step);
    double[] out = logDensity(y);
    double[] above = cdf(Arrays.stream(y).map(v -> v + 0.5 * step).toArray());
    double[] below = cdf(Arrays.stream(y).map(v -> v - 0.5 * step).toArray());
    for (int i = 0; i < out.length; i++) {
      double mass = above[i] - below[i];
      out[i] = mass > Levels.LEAST_MASS ? Math.log(mass / step) : out[i];
    }
    return out;
  }

  /** P(Y ≤ y_i) of one target per row: the probability integral transform when y was observed. */
  default double[] cdf(double[] y) {
    Levels.targets(y, rows());
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = row(i).cdf(y[i]);
    }
    return out;
  }

  /**
   * The continuous ranked probability score of one target per row, in the units of y, smaller is
   * better; equation M7 in docs/equations.md.
   */
  default double[] crps(double[] y) {
    Levels.targets(y, rows());
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = row(i).crps(y[i]);
    }
    return out;
  }

  /** How good the prediction of numbers was, given what was observed: one target per row. */
  default Score score(double[] y) {
    return Score.of(this, y);
  }

  /** P(Y = k) per row and class. */
  default double[][] classProbabilities() {
    double[][] out = new double[rows()][];
    for (int i = 0; i < out.length; i++) {
      out[i] = row(i).classProbabilities();
    }
    return out;
  }

  /** The most probable class per row, of equals the lowest. */
  default int[] mostProbableClass() {
    double[][] probabilities = classProbabilities();
    int[] out = new int[rows()];
    for (int i = 0; i < out.length; i++) {
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
  default double[][] sample(int count, long seed) {
    double[][] out = new double[rows()][];
    for (int i = 0; i < out.length; i++) {
      out[i] = row(i).sample(count, seed + 0x9E3779B97F4A7C15L * (i + 1));
    }
    return out;
  }

  /**
   * Mean of the latent function before the flow, on the standardised scale, of latent c.
   *
   * @throws IllegalStateException when the prediction does not come from a latent function
   */
  default double[] latentMean(int c) {
    throw new IllegalStateException(
        "latent mean: this prediction does not come from a latent function");
  }

  /**
   * Variance of the latent function before the flow, on the standardised scale, of latent c.
   *
   * @throws IllegalStateException when the prediction does not come from a latent function
   */
  default double[] latentVariance(int c) {
    throw new IllegalStateException(
        "latent variance: this prediction does not come from a latent function");
  }

  /** The first rows as text, what {@code toString} of a fitted model's prediction says. */
  default String describe() {
    return Listing.of("Prediction", rows(), i -> row(i).describe());
  }

  private double[] each(ToDoubleFunction<Distribution> function) {
    double[] out = new double[rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = function.applyAsDouble(row(i));
    }
    return out;
  }
}
