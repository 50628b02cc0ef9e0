package io.github.tgp4j.model;

import io.github.tgp4j.compute.Scratch;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.variational.Architecture;
import io.github.tgp4j.variational.LatentPredictor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Rows kept aside during training, and the mean log predictive density on them. */
record Holdout(Matrix trainX, double[][] trainY, Matrix heldX, double[][] heldY) {
  /** Draws of a network when scoring: fewer than for prediction, the same at every check. */
  private static final int NETWORK_SAMPLES = 20;

  /** Keeps a seeded random share of the rows aside; at least one row stays in training. */
  static Holdout of(Matrix x, double[][] y, double share, long seed) {
    int held = Math.min(x.rows - 1, (int) Math.round(share * x.rows));
    if (held <= 0) {
      return new Holdout(x, y, Matrix.zeros(0, x.cols), new double[y.length][0]);
    }
    int[] order = shuffled(x.rows, seed);
    return new Holdout(
        rows(x, order, held, x.rows),
        targets(y, order, held, x.rows),
        rows(x, order, 0, held),
        targets(y, order, 0, held));
  }

  /** Cuts the rows, shuffled, into {@code count} parts, each held out once. */
  static List<Holdout> folds(Matrix x, double[][] y, int count, long seed) {
    int[] order = shuffled(x.rows, seed);
    List<Holdout> parts = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      int from = (int) ((long) f * x.rows / count);
      int to = (int) ((long) (f + 1) * x.rows / count);
      int[] turned = new int[x.rows]; // the held rows first
      for (int i = 0; i < x.rows; i++) {
        turned[i] = order[(from + i) % x.rows];
      }
      int held = to - from;
      parts.add(
          new Holdout(
              rows(x, turned, held, x.rows),
              targets(y, turned, held, x.rows),
              rows(x, turned, 0, held),
              targets(y, turned, 0, held)));
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

  private static Matrix rows(Matrix x, int[] order, int from, int to) {
    Matrix out = Matrix.zeros(to - from, x.cols);
    for (int i = from; i < to; i++) {
      System.arraycopy(x.data, x.at(order[i], 0), out.data, (i - from) * x.cols, x.cols);
    }
    return out;
  }

  private static double[][] targets(double[][] y, int[] order, int from, int to) {
    double[][] out = new double[y.length][to - from];
    for (int o = 0; o < y.length; o++) {
      for (int i = from; i < to; i++) {
        out[o][i - from] = y[o][order[i]];
      }
    }
    return out;
  }
}
