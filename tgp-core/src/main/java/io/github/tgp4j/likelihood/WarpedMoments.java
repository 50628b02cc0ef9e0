package io.github.tgp4j.likelihood;

import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.quadrature.Nodes;

/**
 * E[y | f] and Var[y | f] of y = g(f + ε), ε ~ N(0, σ²); equations W5 and W7 in docs/equations.md.
 *
 * <p>Few latents have a quadrature each. Those of a prediction's mixture are thousands, close to
 * each other: a table of both moments, whose entries share the values of g, is made over where they
 * lie, and cubic polynomials with its values and slopes give what is between. Noise has smoothed
 * both on the scale of σ, so that entries σ/16 apart are enough.
 */
final class WarpedMoments {
  /**
   * An even grid of step ¼ converges exponentially for warps without singularities within a
   * standard deviation of the line.
   */
  private static final Nodes NOISE = Nodes.evenGrid(65, 8.0);

  private static final int ENTRIES = 16; // of the table, in a standard deviation
  private static final int STEP = ENTRIES / 4; // from one node of the noise to the next
  private static final int REACH = STEP * (NOISE.count() - 1);

  /** Of values whose squares are too large for a double. */
  private static final double OVERFLOW = Double.POSITIVE_INFINITY;

  /**
   * Entries of a table for each latent up to which it pays: a quadrature takes 65 values of g, an
   * entry one, and twice as many products besides.
   */
  private static final int WORTH = 12;

  private final Flow warp;
  private final double[] theta;
  private final int at;
  private final double deviation;

  /** Of a warp whose values start at theta[at]. */
  WarpedMoments(Flow warp, double[] theta, int at, double deviation) {
    this.warp = warp;
    this.theta = theta;
    this.at = at;
    this.deviation = deviation;
  }

  /** Both moments at n latents. */
  void at(double[] f, int fFrom, int n, double[] mean, double[] variance, int outFrom) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = fFrom; i < fFrom + n; i++) {
      least = Math.min(least, f[i]);
      greatest = Math.max(greatest, f[i]);
    }
    double entries = ENTRIES * (greatest - least) / deviation + 2.0;
    if (entries + REACH < WORTH * (double) n) {
      interpolate(f, fFrom, n, least, (int) entries, mean, variance, outFrom);
    } else {
      directly(f, fFrom, n, mean, variance, outFrom);
    }
  }

  /** By a quadrature for each. */
  void directly(double[] f, int fFrom, int n, double[] mean, double[] variance, int outFrom) {
    int nodes = NOISE.count();
    double[] x = new double[nodes];
    double[] g = new double[nodes];
    double[] tape = new double[warp.tapeWidth() * nodes];
    for (int i = 0; i < n; i++) {
      for (int s = 0; s < nodes; s++) {
        x[s] = f[fFrom + i] + deviation * NOISE.node(0, s);
      }
      warp.forward(theta, at, x, 0, g, 0, nodes, tape, 0);
      double first = 0.0;
      for (int s = 0; s < nodes; s++) {
        first += NOISE.weight(s) * g[s];
      }
      double second = 0.0;
      for (int s = 0; s < nodes; s++) {
        double centred = g[s] - first;
        second += NOISE.weight(s) * centred * centred;
      }
      mean[outFrom + i] = first;
      variance[outFrom + i] = second;
    }
  }

  /** By a table whose first entry is {@code least}. */
  private void interpolate(
      double[] f,
      int fFrom,
      int n,
      double least,
      int entries,
      double[] mean,
      double[] variance,
      int outFrom) {
    double[] table = table(least, entries);
    double perUnit = ENTRIES / deviation;
    for (int i = 0; i < n; i++) {
      double place = (f[fFrom + i] - least) * perUnit;
      int entry = Math.min((int) place, entries - 2);
      double t = place - entry;
      mean[outFrom + i] = between(table, 4 * entry, t);
      double spread = between(table, 4 * entry + 2, t);
      variance[outFrom + i] = spread > 0.0 ? spread : Double.isNaN(spread) ? OVERFLOW : 0.0;
    }
  }

  /** Mean, its slope, variance and its slope of every entry; slopes from one entry to the next. */
  private double[] table(double least, int entries) {
    int count = entries + REACH;
    double[] x = new double[count];
    for (int k = 0; k < count; k++) {
      x[k] = least + deviation * ((double) k / ENTRIES + NOISE.node(0, 0));
    }
    double[] g = new double[count];
    warp.forward(theta, at, x, 0, g, 0, count, new double[warp.tapeWidth() * count], 0);
    double[] table = new double[4 * entries];
    for (int j = 0; j < entries; j++) {
      double first = 0.0;
      double firstSlope = 0.0;
      for (int s = 0; s < NOISE.count(); s++) {
        double weighted = NOISE.weight(s) * g[j + STEP * s];
        first += weighted;
        firstSlope += weighted * NOISE.node(0, s);
      }
      double second = 0.0;
      double secondSlope = 0.0;
      for (int s = 0; s < NOISE.count(); s++) {
        double centred = g[j + STEP * s] - first;
        double weighted = NOISE.weight(s) * centred * centred;
        second += weighted;
        secondSlope += weighted * NOISE.node(0, s);
      }
      table[4 * j] = first;
      table[4 * j + 1] = firstSlope / ENTRIES;
      table[4 * j + 2] = second;
      table[4 * j + 3] = secondSlope / ENTRIES;
    }
    return table;
  }

  /** The cubic through the values at {@code k} and four places on, with the slopes behind them. */
  private static double between(double[] table, int k, double t) {
    double rise = table[k + 4] - table[k];
    double begin = table[k + 1] - rise;
    double end = rise - table[k + 5];
    return table[k] + t * (rise + (1.0 - t) * (begin + t * (end - begin)));
  }
}
