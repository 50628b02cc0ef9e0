package io.github.tgp4j.benchmarks.experiments;

import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Friedman's test of whether k models have the same mean rank over N sets (Demšar 2006). With d_ij
 * the rank of model j on set i less (k + 1)/2:
 *
 * <pre>
 *   χ² = (k − 1)·Σ_j (Σ_i d_ij)² / Σ_ij d_ij²        with k − 1 degrees of freedom
 *   F  = (N − 1)·χ² / (N·(k − 1) − χ²)               with k − 1 and (k − 1)(N − 1)  (Iman, Davenport)
 * </pre>
 *
 * <p>Without ties χ² is the textbook's 12N/(k(k + 1))·(Σ_j R_j² − k(k + 1)²/4).
 *
 * @param sets N
 * @param meanRanks R_j
 */
record Friedman(int sets, double[] meanRanks, double chiSquare) {
  /**
   * @param ranks by set, then model
   */
  static Friedman of(List<double[]> ranks) {
    int models = ranks.get(0).length;
    double[] sums = new double[models];
    double squares = 0.0;
    for (double[] set : ranks) {
      for (int j = 0; j < models; j++) {
        double d = set[j] - 0.5 * (models + 1);
        sums[j] += d;
        squares += d * d;
      }
    }
    double between = 0.0;
    double[] means = new double[models];
    for (int j = 0; j < models; j++) {
      between += sums[j] * sums[j];
      means[j] = sums[j] / ranks.size() + 0.5 * (models + 1);
    }
    return new Friedman(ranks.size(), means, (models - 1) * between / squares);
  }

  private int models() {
    return meanRanks.length;
  }

  /** The probability of so large a χ² were all models alike. */
  double pChiSquare() {
    return ChiSquaredDistribution.of(models() - 1).survivalProbability(chiSquare);
  }

  /** F, which is less timid than χ². */
  double f() {
    return (sets - 1) * chiSquare / (sets * (models() - 1.0) - chiSquare);
  }

  /** The probability of so large an F were all models alike. */
  double pF() {
    double k = models() - 1.0;
    return f() == Double.POSITIVE_INFINITY
        ? 0.0
        : FDistribution.of(k, k * (sets - 1)).survivalProbability(f());
  }

  /** √(k(k + 1)/(6N)), the deviation of the difference of two mean ranks. */
  double deviation() {
    return Math.sqrt(models() * (models() + 1) / (6.0 * sets));
  }

  /** Two-sided p of the difference of two models' mean ranks, taken for normal; not adjusted. */
  double p(int one, int other) {
    double z = Math.abs(meanRanks[one] - meanRanks[other]) / deviation();
    return 2 * NormalDistribution.of(0, 1).survivalProbability(z);
  }
}
