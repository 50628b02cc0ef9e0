package io.github.tgp4j.model;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.mixture.OutputPredictive;
import io.github.tgp4j.variational.FlowDraws;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.SplittableRandom;

/**
 * Joint draws of one target over all rows at once; equation R4 in docs/equations.md. A path has one
 * latent function and one network for all of its rows.
 */
final class PathSampler {
  private final LatentPredictor latent;
  private final OutputPredictive output;
  private final Matrix x;
  private final long seed;
  private final SplittableRandom random;

  /**
   * @param x standardised
   */
  PathSampler(LatentPredictor latent, OutputPredictive output, Matrix x, long seed) {
    this.latent = latent;
    this.output = output;
    this.x = x;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /**
   * out[k][i] is path k at row i.
   *
   * @param noise whether to draw y, else E[y | f]
   */
  double[][] sample(int count, boolean noise) {
    double[][][] f0 = latentPaths(count);
    double[][] out = new double[count][x.rows];
    if (output.draws().hasGaussianWeights()) {
      for (int k = 0; k < count; k++) {
        FlowDraws.Values values = output.draws().drawPath(x, seed, k);
        for (int i = 0; i < x.rows; i++) {
          OutputPredictive.Choice choice = new OutputPredictive.Choice(values, i, 0, null);
          out[k][i] = target(f0[k][i], choice, noise);
        }
      }
      return out;
    }
    int[] draw = random.ints(count, 0, output.draws().count()).toArray(); // one network per path
    for (int i = 0; i < x.rows; i++) {
      FlowDraws.Values values = output.drawAt(x, i);
      for (int k = 0; k < count; k++) {
        OutputPredictive.Choice choice = new OutputPredictive.Choice(values, 0, draw[k], null);
        out[k][i] = target(f0[k][i], choice, noise);
      }
    }
    return out;
  }

  /** f0[k][i][c] of path k, row i and latent c. */
  private double[][][] latentPaths(int count) {
    int n = x.rows;
    int latents = output.processes();
    double[][][] f0 = new double[count][n][latents];
    double[] z = new double[n];
    double[] path = new double[n];
    for (int c = 0; c < latents; c++) {
      double[] mean = new double[n];
      Matrix factor = latent.joint(c, x, mean);
      for (int k = 0; k < count; k++) {
        for (int i = 0; i < n; i++) {
          z[i] = random.nextGaussian();
        }
        Blas.gemv(false, 1.0, factor, z, 0, 0.0, path, 0);
        for (int i = 0; i < n; i++) {
          f0[k][i][c] = mean[i] + path[i];
        }
      }
    }
    return f0;
  }

  private double target(double[] f0, OutputPredictive.Choice choice, boolean noise) {
    return noise ? output.sample(f0, choice, random) : output.conditionalMean(f0, choice);
  }
}
