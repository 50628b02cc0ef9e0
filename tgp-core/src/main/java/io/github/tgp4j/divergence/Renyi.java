package io.github.tgp4j.divergence;

import io.github.tgp4j.linalg.Blas;
import io.github.tgp4j.linalg.Cholesky;
import io.github.tgp4j.linalg.Matrix;

/**
 * Rényi's divergence log(∫ q^α p^(1−α))/(α − 1); equations H3–H5 in docs/equations.md.
 *
 * <pre>
 *   B = αI + (1 − α)S,  h = log det B/(2(1 − α)) + (α/2)·mᵀB⁻¹m
 *   r = αB⁻¹m,  R = ½B⁻¹ − ½α(1 − α)·B⁻¹mmᵀB⁻¹
 * </pre>
 *
 * <p>It exists while B is positive definite: always for α &lt; 1; for α &gt; 1 while every variance
 * of q is below α/(α − 1). α → 1 is the Kullback–Leibler divergence. Knoblauch, Jewson and Damoulas
 * (2019) divide by α as well.
 */
record Renyi(double alpha) implements Divergence {
  /** Nearer to 1, the difference to KL is lost in the rounding of log det B. */
  private static final double LEAST_DISTANCE = 1e-7;

  Renyi {
    if (!(alpha > 0 && alpha < Double.POSITIVE_INFINITY)
        || Math.abs(alpha - 1.0) < LEAST_DISTANCE) {
      throw new IllegalArgumentException(
          "renyi: expected an order above 0 and not 1 but got " + alpha + "; order 1 is kl");
    }
  }

  @Override
  public double weight() {
    return 1.0;
  }

  @Override
  public double order() {
    return alpha;
  }

  @Override
  public double cross(
      double[] mean, Matrix deviation, double[] meanSlope, Matrix covarianceSlope, Matrix work) {
    int n = deviation.rows;
    double rest = 1.0 - alpha;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        work.data[work.at(i, j)] = rest * deviation.data[deviation.at(i, j)];
      }
      work.data[work.at(i, i)] += 1.0; // B = I + (1 − α)(S − I)
    }
    if (!Blas.potrf(work)) {
      return Double.POSITIVE_INFINITY;
    }
    double logDeterminant = Cholesky.logDeterminant(work);
    Blas.trtri(work);
    Blas.syrk(true, 1.0, work, 0.0, covarianceSlope);
    Blas.symmetrise(covarianceSlope);
    Blas.gemv(false, alpha, covarianceSlope, mean, 0, 0.0, meanSlope, 0);
    double square = 0.0;
    double outer = 0.5 * rest / alpha; // of rrᵀ = α²B⁻¹mmᵀB⁻¹
    for (int i = 0; i < n; i++) {
      square += mean[i] * meanSlope[i];
      int row = covarianceSlope.at(i, 0);
      for (int j = 0; j < n; j++) {
        covarianceSlope.data[row + j] =
            0.5 * covarianceSlope.data[row + j] - outer * meanSlope[i] * meanSlope[j];
      }
    }
    return 0.5 * (logDeterminant / rest + square);
  }

  private double b(double variance) {
    return 1.0 + (1.0 - alpha) * (variance - 1.0);
  }

  @Override
  public double cross(double mean, double variance) {
    double b = b(variance);
    if (!(b > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    double rest = 1.0 - alpha;
    return 0.5 * (Math.log1p(rest * (variance - 1.0)) / rest + alpha * mean * mean / b);
  }

  @Override
  public double crossMeanSlope(double mean, double variance) {
    return alpha * mean / b(variance);
  }

  @Override
  public double crossVarianceSlope(double mean, double variance) {
    double b = b(variance);
    return 0.5 * (1.0 - alpha * (1.0 - alpha) * mean * mean / b) / b;
  }

  @Override
  public String toString() {
    return DivergenceText.of("renyi", alpha);
  }
}
