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
    return cut(rows, shuffled(n, seed), held);
  }

  /** Cuts the rows, shuffled, into {@code count} parts, each held out once. */
  static List<Holdout> folds(RowStore rows, int count, long seed) {
    int n = rows.rows();
    int[] order = shuffled(n, seed);
    List<Holdout> parts = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int from = (int) ((long) f * n / count);
      int to = (int) ((long) (f + 1) * n / count);
      int[] turned = new int[n]; // the held rows first
      for (int i = 0; i < n; i++) {
        turned[i] = order[(from + i) % n];
      }
      parts.add(cut(rows, turned, to - from));
    }
    return parts;
  }

  private static int[] shuffled(int rows, long seed) {
    int[] order = new int[rows];
    SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
    for (int i = 0; i < rows; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Holds the first rows of an order aside. */
  private static Holdout cut(RowStore rows, int[] order, int held) {
    RowStore aside = new SelectedRows(rows, order, 0, held);
    return new Holdout(
        new SelectedRows(rows, order, held, order.length), aside.allInputs(), aside.allTargets());
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
