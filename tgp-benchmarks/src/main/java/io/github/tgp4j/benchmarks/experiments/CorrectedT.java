package io.github.tgp4j.benchmarks.experiments;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The corrected paired t-test of Nadeau and Bengio (2003). Random splits share training rows, so
 * that differences of scores d_1 … d_J are not independent and s²/J is too small; with n₂ test and
 * n₁ training rows
 *
 * <pre>
 *   t = d̄ / √((1/J + n₂/n₁)·s²)   with J − 1 degrees of freedom
 * </pre>
 *
 * @param difference d̄
 * @param error the root under it; NaN of a single split
 * @param p two-sided; NaN of a single split
 */
record CorrectedT(double difference, double error, double p) {
  /**
   * @param testShare n₂/n₁
   */
  static CorrectedT of(double[] differences, double testShare) {
    int count = differences.length;
    double mean = Statistics.mean(differences);
    double error = Statistics.standardError(differences) * Math.sqrt(1 + count * testShare);
    if (count < 2) {
      return new CorrectedT(mean, Double.NaN, Double.NaN);
    }
    if (error == 0.0) {
      return new CorrectedT(mean, 0.0, mean == 0.0 ? 1.0 : 0.0);
    }
    double t = Math.abs(mean) / error;
    return new CorrectedT(mean, error, 2 * TDistribution.of(count - 1).survivalProbability(t));
  }
}
