package io.github.tgp4j.divergence;

import io.github.tgp4j.linalg.Matrix;

/**
 * w·KL[q ‖ p]; equations H1 and H2 in docs/equations.md.
 *
 * <pre>
 *   h = ½(tr S + mᵀm − M),  r = m,  R = ½I
 * </pre>
 */
record KullbackLeibler(double weight) implements Divergence {
  KullbackLeibler {
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("kl: expected a weight above 0 but got " + weight);
    }
  }

  @Override
  public double order() {
    return 1.0;
  }

  @Override
  public double cross(
      double[] mean, Matrix deviation, double[] meanSlope, Matrix covarianceSlope, Matrix work) {
    double sum = 0.0;
    covarianceSlope.fill(0.0);
    for (int i = 0; i < deviation.rows; i++) {
      sum += deviation.data[deviation.at(i, i)] + mean[i] * mean[i];
      meanSlope[i] = mean[i];
      covarianceSlope.data[covarianceSlope.at(i, i)] = 0.5;
    }
    return 0.5 * sum;
  }

  @Override
  public double cross(double mean, double variance) {
    return 0.5 * (variance - 1.0 + mean * mean);
  }

  @Override
  public double crossMeanSlope(double mean, double variance) {
    return mean;
  }

  @Override
  public double crossVarianceSlope(double mean, double variance) {
    return 0.5;
  }

  @Override
  public String toString() {
    return weight == 1.0 ? "kl" : DivergenceText.of("kl", weight);
  }
}
