package io.github.tgp4j.variational;

import io.github.tgp4j.compute.Workers;
import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Matrix;
import java.util.List;

/**
 * The shortcut for Gaussian noise without a flow; equation E4 in docs/equations.md.
 *
 * <p>There v̄ = −scale/(2σ²) is the same for every row, so variances enter only as a total, tr((S −
 * I)·AᵀA), and the product P = A(S − I) is never formed: K̄_xz = m̄·(L⁻ᵀm)ᵀ + A·Q with the M×M
 * matrix Q = 2v̄(S − I)L⁻¹.
 */
final class ConjugateTerms {
  private static final double LOG_2PI = Math.log(2 * Math.PI);

  private final List<InducingPosterior> posteriors; // of this group's latents
  private final int[] noiseAt; // place of σ² per latent
  private final double[] varianceBar; // v̄ per latent
  private final Matrix q; // Σ_l 2v̄_l(S_l − I)L⁻¹
  private final Matrix work;
  private final double[][] direction; // L⁻ᵀm per latent

  private ConjugateTerms(List<InducingPosterior> posteriors, int[] noiseAt) {
    this.posteriors = posteriors;
    this.noiseAt = noiseAt;
    int m = posteriors.get(0).size();
    varianceBar = new double[noiseAt.length];
    direction = new double[noiseAt.length][m];
    q = Matrix.zeros(m, m);
    work = Matrix.zeros(m, m);
  }

  /** The terms of group g, or null when one of its latents needs a variance per row. */
  static ConjugateTerms of(
      Architecture architecture,
      int g,
      OutputExpectation[] outputs,
      List<InducingPosterior> posteriors) {
    int first = architecture.firstLatentOfGroup(g);
    int count = architecture.groups().get(g).latents();
    int[] noiseAt = new int[count];
    for (int l = first; l < first + count; l++) {
      int output = architecture.outputOf(l);
      if (!outputs[output].isConjugate()) {
        return null;
      }
      noiseAt[l - first] = outputs[output].likelihoodAt();
    }
    return new ConjugateTerms(posteriors.subList(first, first + count), noiseAt);
  }

  void prepare(double[] theta, double scale, GroupFactors factors, Workers workers) {
    q.fill(0.0);
    for (int l = 0; l < noiseAt.length; l++) {
      varianceBar[l] = -scale / (2.0 * theta[noiseAt[l]]);
      InducingPosterior posterior = posteriors.get(l);
      posterior.deviationTimes(factors.inverse, work, workers);
      for (int i = 0; i < q.data.length; i++) {
        q.data[i] += 2.0 * varianceBar[l] * work.data[i];
      }
      Blas.gemv(true, 1.0, factors.inverse, posterior.mean(), 0, 0.0, direction[l], 0);
    }
  }

  /**
   * The part of scale·E[log p] that needs no variance, over rows: writes m̄, adds to the noise's
   * adjoint.
   *
   * @param latent number within the group
   */
  double meanPart(
      double[] theta,
      int latent,
      double[] y,
      int yFrom,
      double[] mean,
      int n,
      double scale,
      double[] meanBar,
      double[] thetaBar) {
    int at = noiseAt[latent];
    double noise = theta[at];
    double squares = 0.0;
    for (int i = 0; i < n; i++) {
      double residual = y[yFrom + i] - mean[i];
      squares += residual * residual;
      meanBar[i] = scale * residual / noise;
    }
    thetaBar[at] += scale * (0.5 * squares / noise - 0.5 * n) / noise;
    return -0.5 * scale * (n * (LOG_2PI + Math.log(noise)) + squares / noise);
  }

  /** K̄_xz of a block, its share of W and a, and the adjoint of k(x, x). */
  void pullback(
      Matrix a, int first, double[][] meanBar, Matrix kxzBar, RowSums sums, double[] priorBar) {
    int cols = a.cols;
    for (int l = 0; l < noiseAt.length; l++) {
      double[] mBar = meanBar[first + l];
      Blas.syrk(true, varianceBar[l], a, 1.0, sums.w[first + l]);
      Blas.gemv(true, 1.0, a, mBar, 0, 1.0, sums.aBar[first + l], 0);
      for (int i = 0; i < a.rows; i++) {
        priorBar[i] += varianceBar[l];
        int row = kxzBar.at(i, 0);
        double weight = mBar[i];
        for (int j = 0; j < cols; j++) {
          double previous = l == 0 ? 0.0 : kxzBar.data[row + j];
          kxzBar.data[row + j] = previous + weight * direction[l][j];
        }
      }
    }
    Blas.gemm(false, false, 1.0, a, q, 1.0, kxzBar);
  }

  /** v̄·Σ_n v_n of one latent, with its share of the noise's adjoint. */
  double variancePart(double[] theta, int latent, RowSums total, int group, int globalLatent) {
    double part =
        varianceBar[latent] * total.diagonalSum[group]
            + posteriors.get(latent).deviationTrace(total.w[globalLatent]);
    total.thetaBar[noiseAt[latent]] -= part / theta[noiseAt[latent]];
    return part;
  }
}
