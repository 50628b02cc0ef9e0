package io.github.tgp4j.model;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.quadrature.Nodes;
import io.github.tgp4j.rows.RowChecks;
import io.github.tgp4j.rows.Scaling;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentMixture;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The predictive distribution of one target at a number of rows under a flow that is not marginal,
 * in the target's own units: a mixture over scales or over draws of the inducing values, and over a
 * grid of the latent function within each; equation J8 in docs/equations.md. Immutable.
 */
public final class MixturePrediction {
  private static final int ROWS_PER_TASK = 16;
  private static final int[] GRID_SIZES = {33, 101, 401, 1601};
  private static final double GRID_HALF_WIDTH = 7.0;

  /** Components overlap when their centres are at most this many noise deviations apart. */
  private static final double MOST_GAP = 1.0;

  private final Likelihood likelihood;
  private final int likelihoodAt;
  private final Flow flow;
  private final int flowAt;
  private final double[] theta;
  private final double shift;
  private final double scale;
  private final LatentMixture latent;
  private final Nodes[] grids = new Nodes[GRID_SIZES.length];

  MixturePrediction(
      Architecture architecture, double[] theta, Scaling targets, LatentMixture latent) {
    likelihood = architecture.outputs().get(0).likelihood();
    likelihoodAt = architecture.likelihoodAt(0);
    flow = architecture.flow(0);
    flowAt = architecture.flowAt(0);
    this.theta = theta;
    shift = targets.shift()[0];
    scale = targets.scale()[0];
    this.latent = latent;
    for (int i = 0; i < grids.length; i++) {
      grids[i] = Nodes.evenGrid(GRID_SIZES[i], GRID_HALF_WIDTH);
    }
  }

  public int rows() {
    return latent.rows();
  }

  /** E[y] per row. */
  public double[] mean() {
    return each(Mixture::mean);
  }

  /** Var[y] per row, observation noise included. */
  public double[] variance() {
    return each(Mixture::variance);
  }

  public double[] standardDeviation() {
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
    return each(mixture -> mixture.quantile(p));
  }

  /** The central interval that contains y with probability {@code level}. */
  public Prediction.Band interval(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "interval level: expected a value between 0 and 1 but got " + level);
    }
    return new Prediction.Band(quantile(0.5 * (1 - level)), quantile(0.5 * (1 + level)));
  }

  /** log p(y_i) (for counts and classes log P(y_i)) of one target per row. */
  public double[] logDensity(double[] y) {
    checkTargets(y);
    return eachIndexed((mixture, i) -> mixture.logDensity(y[i]));
  }

  /** P(Y ≤ y_i) of one target per row. */
  public double[] cdf(double[] y) {
    checkTargets(y);
    return eachIndexed((mixture, i) -> mixture.cdf(y[i]));
  }

  /**
   * {@code count} draws of y per row, rows independent of each other: out[i][k]. The same seed
   * gives the same draws.
   */
  public double[][] sample(int count, long seed) {
    RowChecks.checkDraws(count);
    double[][] out = new double[rows()][count];
    IntStream.range(0, rows())
        .parallel()
        .forEach(
            i -> {
              SplittableRandom random = new SplittableRandom(seed + 0x9E3779B97F4A7C15L * (i + 1));
              double[] f0 = new double[1];
              double[] fk = new double[1];
              double[] tape = new double[flow.tapeWidth()];
              for (int k = 0; k < count; k++) {
                int c = component(random.nextDouble());
                double sd = Math.sqrt(latent.variance()[c][i]);
                f0[0] = latent.mean()[c][i] + sd * random.nextGaussian();
                flow.forward(latent.theta()[c], flowAt, f0, 0, fk, 0, 1, tape, 0);
                out[i][k] =
                    shift + scale * likelihood.sample(theta, likelihoodAt, fk, 0, 1, random);
              }
            });
    return out;
  }

  private int component(double u) {
    int c = 0;
    double left = u - latent.weights()[0];
    while (left > 0 && c < latent.components() - 1) {
      left -= latent.weights()[++c];
    }
    return c;
  }

  private interface RowFunction {
    double apply(Mixture mixture, int index);
  }

  private double[] each(ToDoubleFunction<Mixture> function) {
    return eachIndexed((mixture, i) -> function.applyAsDouble(mixture));
  }

  private double[] eachIndexed(RowFunction function) {
    double[] out = new double[rows()];
    int tasks = (rows() + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    IntStream.range(0, tasks)
        .parallel()
        .forEach(
            task -> {
              Mixture mixture = new Mixture(likelihood, theta, likelihoodAt, shift, scale);
              int to = Math.min(rows(), (task + 1) * ROWS_PER_TASK);
              for (int i = task * ROWS_PER_TASK; i < to; i++) {
                place(mixture, i);
                out[i] = function.apply(mixture, i);
              }
            });
    return out;
  }

  /** On the coarsest grid whose neighbours overlap. */
  private void place(Mixture mixture, int row) {
    for (Nodes grid : grids) {
      fill(mixture, grid, row);
      if (likelihood.classes() > 0 || overlaps(mixture, grid)) {
        return;
      }
    }
  }

  private void fill(Mixture mixture, Nodes grid, int row) {
    int n = grid.count();
    mixture.reserve(latent.components() * n);
    double[] f0 = new double[n];
    double[] tape = new double[flow.tapeWidth() * n];
    for (int c = 0; c < latent.components(); c++) {
      double mean = latent.mean()[c][row];
      double sd = Math.sqrt(latent.variance()[c][row]);
      for (int s = 0; s < n; s++) {
        f0[s] = mean + sd * grid.node(0, s);
        mixture.weight[c * n + s] = latent.weights()[c] * grid.weight(s);
      }
      flow.forward(latent.theta()[c], flowAt, f0, 0, mixture.fk, c * n, n, tape, 0);
    }
    mixture.settle();
  }

  private boolean overlaps(Mixture mixture, Nodes grid) {
    int n = grid.count();
    for (int c = 0; c < latent.components(); c++) {
      for (int s = 1; s < n; s++) {
        int i = c * n + s;
        double sd = Math.sqrt(Math.max(mixture.spread(i), mixture.spread(i - 1)));
        double gap = mixture.centre(i) - mixture.centre(i - 1);
        if (Math.abs(grid.node(0, s)) < 4.0 && gap > MOST_GAP * sd) {
          return false;
        }
      }
    }
    return true;
  }

  private void checkTargets(double[] y) {
    if (y.length != rows()) {
      throw new IllegalArgumentException(
          "targets: expected " + rows() + ", one per row, but got " + y.length);
    }
    for (int i = 0; i < y.length; i++) {
      if (Double.isNaN(y[i])) {
        throw new IllegalArgumentException("y: row " + i + ": expected a number but got NaN");
      }
    }
  }
}
