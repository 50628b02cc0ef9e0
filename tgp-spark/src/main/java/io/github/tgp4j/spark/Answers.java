package io.github.tgp4j.spark;

import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import java.io.Serializable;
import org.apache.spark.ml.linalg.Vectors;

/** What columns a model appends. */
interface Answers extends Serializable {
  /** The values of the new columns, an array per row. */
  Object[][] of(Prediction prediction);

  /**
   * Of numbers: mean, then variance and quantiles where they are wanted.
   *
   * @param levels of the quantiles; null for none
   */
  record Numbers(boolean variance, double[] levels) implements Answers {
    @Override
    public Object[][] of(Prediction prediction) {
      Summary summary = levels == null ? null : prediction.summary(levels);
      double[] mean = summary == null ? prediction.mean() : summary.mean();
      double[] spread = variance ? prediction.variance() : null;
      Object[][] out = new Object[mean.length][];
      for (int i = 0; i < out.length; i++) {
        Object[] row = new Object[1 + (variance ? 1 : 0) + (levels == null ? 0 : 1)];
        row[0] = mean[i];
        if (variance) {
          row[1] = spread[i];
        }
        if (summary != null) {
          row[row.length - 1] = Vectors.dense(summary.row(i).quantiles());
        }
        out[i] = row;
      }
      return out;
    }
  }

  /** Of classes: the number of the most probable one, then all probabilities if wanted. */
  record Classes(boolean probabilities) implements Answers {
    @Override
    public Object[][] of(Prediction prediction) {
      double[][] all = prediction.classProbabilities();
      Object[][] out = new Object[all.length][];
      for (int i = 0; i < out.length; i++) {
        int best = 0;
        for (int k = 1; k < all[i].length; k++) {
          best = all[i][k] > all[i][best] ? k : best;
        }
        out[i] =
            probabilities
                ? new Object[] {(double) best, Vectors.dense(all[i])}
                : new Object[] {(double) best};
      }
      return out;
    }
  }
}
