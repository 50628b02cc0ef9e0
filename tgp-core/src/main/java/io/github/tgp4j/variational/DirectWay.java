package io.github.tgp4j.variational;

import io.github.tgp4j.linalg.Matrix;

/**
 * When rows may be treated the direct way: while what it loses to rounding is small beside the
 * prior's variance and beside the noise; equation S6 in docs/equations.md.
 */
public final class DirectWay {
  /** Never taken. */
  public static final DirectWay NEVER = new DirectWay(null);

  private static final double ROUNDING = Math.ulp(1.0);
  private static final double OF_PRIOR = 1e-10;
  private static final double OF_NOISE = 1e-4;

  private final int[] noiseVariances; // null for never

  private DirectWay(int[] noiseVariances) {
    this.noiseVariances = noiseVariances;
  }

  /**
   * Taken where it is exact enough.
   *
   * @param noiseVariances their places among the values; none where the likelihoods have none
   */
  public static DirectWay where(int[] noiseVariances) {
    return new DirectWay(noiseVariances.clone());
  }

  /**
   * Whether it may be taken at the values.
   *
   * @param inverse L⁻¹, zeros above the diagonal
   */
  boolean isOpen(double[] theta, Matrix kzz, Matrix inverse) {
    if (noiseVariances == null) {
      return false;
    }
    double prior = 0.0;
    for (int i = 0; i < kzz.rows; i++) {
      prior += kzz.data[kzz.at(i, i)] / kzz.rows;
    }
    double trace = 0.0; // of K_zz⁻¹
    for (int i = 0; i < inverse.rows; i++) {
      for (int j = 0; j <= i; j++) {
        double value = inverse.data[inverse.at(i, j)];
        trace += value * value;
      }
    }
    double allowed = OF_PRIOR * prior;
    for (int place : noiseVariances) {
      allowed = Math.min(allowed, OF_NOISE * theta[place]);
    }
    return ROUNDING * prior * prior * trace <= allowed; // false for NaN
  }
}
