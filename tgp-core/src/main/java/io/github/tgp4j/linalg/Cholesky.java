package io.github.tgp4j.linalg;

/**
 * Cholesky factors K = L·Lᵀ with adaptive jitter, and their pullback; equations C1–C3 in
 * docs/equations.md.
 *
 * <p>A covariance matrix of close inducing points is positive definite on paper and singular in
 * floating point. The factorisation is tried as it is; when it fails, or a pivot is lost in
 * rounding, jitter·mean(diag K) is added to the diagonal, from 1e-8 up by factors of ten to 1e-3,
 * and the amount is reported.
 */
public final class Cholesky {
  private static final double FIRST_JITTER = 1e-8;
  private static final double LAST_JITTER = 1e-3;

  /**
   * A pivot this much smaller than the diagonal is rounding error: its inverse would drown the
   * rest.
   */
  private static final double LOST_PIVOT = 1e-13;

  private Cholesky() {}

  /**
   * Writes the factor of k into l (zeros above the diagonal) and returns the relative jitter that
   * was needed, 0 for none.
   *
   * @throws ArithmeticException when k has a NaN or infinite entry, or is not positive definite
   *     with any jitter
   */
  public static double factor(Matrix k, Matrix l) {
    int n = k.rows;
    double mean = 0.0;
    for (int i = 0; i < n; i++) {
      mean += k.data[k.at(i, i)] / n;
    }
    for (double jitter = 0.0;
        jitter <= LAST_JITTER * 1.5;
        jitter = jitter == 0 ? FIRST_JITTER : jitter * 10) {
      copyWithDiagonal(k, l, jitter * mean);
      if (Blas.potrf(l) && leastPivot(k, l) >= LOST_PIVOT) {
        return jitter;
      }
    }
    checkFinite(k);
    throw new ArithmeticException(
        "Cholesky: the "
            + k.shape()
            + " matrix is not positive definite, even with "
            + LAST_JITTER
            + " of its mean diagonal "
            + mean
            + " added; are inducing points duplicated or lengthscales far too long?");
  }

  /** log det K = 2 Σ log L_ii. */
  public static double logDeterminant(Matrix l) {
    double sum = 0.0;
    for (int i = 0; i < l.rows; i++) {
      sum += Math.log(l.data[l.at(i, i)]);
    }
    return 2.0 * sum;
  }

  /**
   * The pullback from Φ = LᵀL̄ (only its lower triangle is read) to the symmetric K̄:
   *
   * <pre>
   *   K̄ = ½·L⁻ᵀ·(Φ + Φᵀ)·L⁻¹,  Φ's upper triangle dropped, its diagonal halved
   * </pre>
   *
   * @param inverse L⁻¹
   * @param phi overwritten
   * @param kBar overwritten
   */
  public static void pullback(Matrix inverse, Matrix phi, Matrix kBar) {
    symmetricPart(phi, kBar);
    Blas.trmm(true, false, 0.5, inverse, kBar);
    Blas.trmm(false, true, 1.0, inverse, kBar);
  }

  /**
   * out ← the symmetric matrix with phi's lower triangle, i.e. tril(Φ) + tril(Φ)ᵀ with the diagonal
   * halved.
   */
  static void symmetricPart(Matrix phi, Matrix out) {
    for (int i = 0; i < phi.rows; i++) {
      System.arraycopy(phi.data, phi.at(i, 0), out.data, out.at(i, 0), i + 1);
    }
    Blas.symmetrise(out);
  }

  private static void copyWithDiagonal(Matrix k, Matrix l, double extra) {
    for (int i = 0; i < k.rows; i++) {
      System.arraycopy(k.data, k.at(i, 0), l.data, l.at(i, 0), k.cols);
      l.data[l.at(i, i)] += extra;
    }
  }

  /**
   * The smallest L_ii²/K_ii: how much of the least independent variable is left, 1 when all are
   * independent.
   */
  public static double leastPivot(Matrix k, Matrix l) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < l.rows; i++) {
      double pivot = l.data[l.at(i, i)];
      least = Math.min(least, pivot * pivot / k.data[k.at(i, i)]);
    }
    return least;
  }

  private static void checkFinite(Matrix k) {
    for (int i = 0; i < k.rows; i++) {
      for (int j = 0; j < k.cols; j++) {
        if (!Double.isFinite(k.data[k.at(i, j)])) {
          throw new ArithmeticException(
              "Cholesky: entry ("
                  + i
                  + ", "
                  + j
                  + ") of the "
                  + k.shape()
                  + " matrix is "
                  + k.data[k.at(i, j)]);
        }
      }
    }
  }
}
