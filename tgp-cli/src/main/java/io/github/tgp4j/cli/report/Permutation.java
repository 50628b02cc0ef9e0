package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.Gain;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.model.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * How much each input matters: its values are shuffled between the rows, which keeps its
 * distribution and breaks its tie to the target, and the loss that this brings is measured. An
 * input matters clearly if that exceeds chance, the more so the more inputs are tried, and is no
 * trifle.
 */
final class Permutation {
  private static final int BUDGET = 8_000; // rows to predict, over all inputs
  private static final int MOST_ROWS = 400;
  private static final int LEAST_ROWS = 100;
  private static final double NO_LOSS = 1e-9;
  private static final double CHANCE = 0.025; // that some input without effect is called clear
  private static final double LEAST = 0.01; // of the loss of half of the rows, that counts

  private final Judged judged;
  private final List<InputSteps> inputs;
  private final long seed;

  /**
   * Of some inputs.
   *
   * @param light what makes a model quicker
   */
  Permutation(Judged judged, List<InputSteps> inputs, UnaryOperator<Model> light, long seed) {
    int[] chosen = Rows.choose(judged.count(), rows(judged, inputs), seed);
    this.judged = judged.at(chosen, light);
    this.inputs = inputs;
    this.seed = seed;
  }

  /** One input's importance. */
  record Found(InputSteps input, double error, double nll, boolean clear) {}

  /** The most important first, by the error for numbers and by the NLL for classes. */
  List<Found> find(boolean classes) {
    Matrix x = judged.rows().x();
    double[][] base = judged.losses(x);
    int[] order = shuffled(x.rows);
    double errors = Math.max(Gain.CLEAR, Scalars.normalQuantile(1 - CHANCE / inputs.size()));
    double least = Math.max(NO_LOSS, LEAST * median(base[classes ? 0 : 1]));
    List<Found> all = new ArrayList<>();
    for (InputSteps input : inputs) {
      Matrix moved = Matrix.wrap(x.data.clone(), x.rows, x.cols);
      for (int k = 0; k < order.length; k++) {
        int from = order[(k + 1) % order.length];
        for (int column : input.input.columns()) {
          moved.set(order[k], column, x.get(from, column));
        }
      }
      double[][] after = judged.losses(moved);
      Gain nll = finite(Gain.of(after[0], base[0]));
      Gain error = Gain.of(after[1], base[1]);
      Gain told = classes ? nll : error;
      boolean clear = told.mean() > errors * told.error() && told.mean() > least;
      all.add(new Found(input, error.mean(), nll.mean(), clear));
    }
    all.sort(Comparator.comparingDouble(f -> classes ? -f.nll : -f.error));
    return all;
  }

  private static double median(double[] losses) {
    double[] sorted = losses.clone();
    Arrays.sort(sorted);
    return Rows.quantile(sorted, 0.5);
  }

  /** An infinite loss of a row says that the input matters, not by how much. */
  private static Gain finite(Gain gain) {
    return Double.isFinite(gain.mean()) ? gain : new Gain(Double.NaN, Double.NaN);
  }

  private int[] shuffled(int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = IntStream.range(0, n).toArray();
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order;
  }

  static Report.Importance report(List<Found> found, boolean classes, String rows, int inputs) {
    boolean[] clear = new boolean[found.size()];
    for (int i = 0; i < clear.length; i++) {
      clear[i] = found.get(i).clear();
    }
    return new Report.Importance(
        found.stream().map(f -> f.input().input.name()).toList(),
        found.stream().mapToDouble(Found::error).toArray(),
        found.stream().mapToDouble(Found::nll).toArray(),
        clear,
        classes,
        rows,
        inputs);
  }

  /** How many rows are used. */
  static int rows(Judged judged, List<InputSteps> inputs) {
    int wanted = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, BUDGET / (inputs.size() + 1)));
    return Math.min(wanted, judged.count());
  }
}
