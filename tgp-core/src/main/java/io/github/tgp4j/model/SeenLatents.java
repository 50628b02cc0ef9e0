package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.IdentityFlow;
import io.github.tgp4j.flow.LinearTails;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.rows.RowStore;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentMixture;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where the latents of training rows lie, before the flow: between the ends beyond which their
 * q(f0) = N(μ, σ²) have one row together, Σ Φ((lower − μ)/σ) = Σ Φ((μ − upper)/σ) = 1, or a
 * twentieth of the rows where they are fewer than 20: a single row says little about a flow.
 * Beyond, the flow goes on as a straight line (F21 in docs/equations.md). Of many rows some 20,000,
 * spread evenly, are looked at.
 */
final class SeenLatents {
  private static final int MOST_ROWS = 20_000;
  private static final int BLOCK = 512;
  private static final double ROWS_BEYOND = 1.0;
  private static final double MOST_SHARE_BEYOND = 0.05;
  private static final double POINTS_BEYOND = 0.05;
  private static final double FURTHEST = 6.0;
  private static final int HALVINGS = 40;

  private SeenLatents() {}

  /** The tails of every latent's flow; none at all where there is no flow. */
  static List<LinearTails> tails(LatentPredictor latent, RowStore rows) {
    Architecture architecture = latent.architecture();
    int latents = architecture.latents();
    boolean flows = false;
    for (int l = 0; l < latents; l++) {
      flows |= !(architecture.flow(l) instanceof IdentityFlow);
    }
    if (!flows) {
      return Collections.nCopies(latents, LinearTails.NONE);
    }
    int n = (int) Math.min(MOST_ROWS, rows.rows());
    double[][] mean = new double[latents][n];
    double[][] deviation = new double[latents][n];
    look(latent, rows, mean, deviation);
    double most = Math.min(ROWS_BEYOND, MOST_SHARE_BEYOND * n);
    List<LinearTails> tails = new ArrayList<>();
    for (int l = 0; l < latents; l++) {
      Flow flow = architecture.flow(l);
      tails.add(
          flow instanceof IdentityFlow
              ? LinearTails.NONE
              : LinearTails.of(
                  flow,
                  -end(mean[l], deviation[l], -1.0, most),
                  end(mean[l], deviation[l], 1.0, most)));
    }
    return List.copyOf(tails);
  }

  /**
   * The tail of a flow behind a process that is not Gaussian, by the latents at its inducing
   * points, which lie among the training rows but are fewer: a twentieth of one lies beyond. No
   * tail where a latent is not finite.
   */
  static LinearTails tails(Flow flow, LatentMixture inducing) {
    int n = inducing.rows();
    double[] mean = new double[n];
    double[] deviation = new double[n];
    boolean finite = true;
    for (int i = 0; i < n; i++) {
      double square = 0.0;
      for (int c = 0; c < inducing.components(); c++) {
        double w = inducing.weights()[c];
        double m = inducing.mean()[c][i];
        mean[i] += w * m;
        square += w * (inducing.variance()[c][i] + m * m);
      }
      deviation[i] = Math.sqrt(Math.max(Double.MIN_NORMAL, square - mean[i] * mean[i]));
      finite &= Double.isFinite(mean[i]) && Double.isFinite(deviation[i]);
    }
    return flow instanceof IdentityFlow || !finite
        ? LinearTails.NONE
        : LinearTails.of(
            flow,
            -end(mean, deviation, -1.0, POINTS_BEYOND),
            end(mean, deviation, 1.0, POINTS_BEYOND));
  }

  private static void look(
      LatentPredictor latent, RowStore rows, double[][] mean, double[][] deviation) {
    int n = mean[0].length;
    double[][] y = new double[rows.targets()][1];
    Scratch scratch = new Scratch();
    for (int from = 0; from < n; from += BLOCK) {
      Matrix x = Matrix.zeros(Math.min(BLOCK, n - from), rows.inputs());
      for (int i = 0; i < x.rows; i++) {
        rows.read((from + i) * rows.rows() / n, x.data, x.at(i, 0), y, 0);
      }
      latent.marginals(x, mean, deviation, from, scratch);
    }
    for (double[] one : deviation) {
      for (int i = 0; i < n; i++) {
        one[i] = Math.sqrt(one[i]);
      }
    }
  }

  /** The upper end, by halving, of the latents times {@code sign}: {@code most} lie beyond. */
  private static double end(double[] mean, double[] deviation, double sign, double most) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < mean.length; i++) {
      low = Math.min(low, sign * mean[i]);
      high = Math.max(high, sign * mean[i] + FURTHEST * deviation[i]);
    }
    for (int k = 0; k < HALVINGS; k++) {
      double middle = 0.5 * (low + high);
      double beyond = 0.0;
      for (int i = 0; i < mean.length; i++) {
        beyond += Scalars.normalCdf((sign * mean[i] - middle) / deviation[i]);
      }
      if (beyond > most) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
