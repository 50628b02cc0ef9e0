package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.train.RowStore;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rows kept aside during training, and the mean log predictive density on them. */
record Holdout(RowStore train, Matrix heldX, double[][] heldY) {
  /** Draws of a network when scoring: fewer than for prediction, the same at every check. */
  private static final int NETWORK_SAMPLES = 20;

  /** Keeps a seeded random share of the rows aside; at least one row stays in training. */
  static Holdout of(RowStore rows, double share, long seed) {
    int n = rows.rows();
    int held = (int) Math.min(n - 1L, Math.round(share * n));
    if (held <= 0) {
      return new Holdout(rows, Matrix.zeros(0, rows.inputs()), new double[rows.targets()][0]);
    }
    int[] order = new int[n];
    SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
    for (int i = 0; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    RowStore aside = new SelectedRows(rows, order, 0, held);
    return new Holdout(
        new SelectedRows(rows, order, held, n), aside.allInputs(), aside.allTargets());
  }

  boolean isEmpty() {
    return heldX.rows == 0;
  }

  /** Mean log p(y) of the held rows over all targets, on the standardised scale. */
  double score(LatentPredictor predictor) {
    Architecture architecture = predictor.architecture();
    double[][] mean = new double[architecture.latents()][heldX.rows];
    double[][] variance = new double[architecture.latents()][heldX.rows];
    predictor.marginals(heldX, mean, variance, 0, new Scratch());
    Scaling none = Scaling.none(heldY.length);
    List<Prediction> predictions = new ArrayList<>();
    for (int o = 0; o < heldY.length; o++) {
      predictions.add(
          new Prediction(
              new OutputPredictive(architecture, predictor.theta(), o, none, NETWORK_SAMPLES),
              heldX,
              architecture.firstLatentOfOutput(o),
              mean,
              variance));
    }
    return score(predictions);
  }

  /** The same, given a prediction of the held rows per target, on the standardised scale. */
  double score(List<Prediction> predictions) {
    double sum = 0.0;
    for (int o = 0; o < heldY.length; o++) {
      for (double value : predictions.get(o).logDensity(heldY[o])) {
        sum += value / (heldX.rows * heldY.length);
      }
    }
    return sum;
  }
}
