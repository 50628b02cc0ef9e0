package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.metrics.Calibration;
import io.github.tgp4j.metrics.ClassScores;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Prediction;
import java.util.Arrays;
import java.util.List;

/** One model's predictions of rows whose targets are known, and their scores. */
final class Forecast {
  static final List<Report.Measure> NUMBERS =
      List.of(
          Report.Measure.smaller("NLL", "mean negative log density of the observed values"),
          Report.Measure.smaller("RMSE", "root mean squared error of the mean"),
          Report.Measure.smaller("MAE", "mean absolute error of the median"),
          Report.Measure.smaller("CRPS", "continuous ranked probability score"),
          Report.Measure.near("95% coverage", "share of rows inside the 95% interval", 0.95));

  static final List<Report.Measure> CLASSES =
      List.of(
          Report.Measure.smaller("NLL", "mean negative log probability of the observed class"),
          Report.Measure.smaller("Brier", "squared error of the probabilities, over classes"),
          Report.Measure.larger("Accuracy", "share of rows whose most probable class came true"));

  private final HeldOut held;
  private final double crps;
  private final int all;

  private Forecast(HeldOut held, double crps, int all) {
    this.held = held;
    this.crps = crps;
    this.all = all;
  }

  /**
   * A model's predictions of rows.
   *
   * @param all how many rows these were drawn from
   */
  static Forecast of(Model model, int target, Rows rows, int all) {
    Prediction prediction = model.predictAll(rows.x()).get(target);
    HeldOut held = HeldOut.of(prediction, rows.y(), model.likelihood(target));
    double crps = Double.NaN;
    if (model.likelihood(target).classes() == 0) {
      double mean = Arrays.stream(prediction.crps(rows.y())).average().orElse(Double.NaN);
      crps = Double.isFinite(mean) ? mean : Double.NaN;
    }
    return new Forecast(held, crps, all);
  }

  /** Predictions that were made before, of rows that a fit held out; their CRPS is not known. */
  static Forecast of(HeldOut held) {
    return new Forecast(held, Double.NaN, held.y().length);
  }

  /** How many rows are scored. */
  int rows() {
    return held.y().length;
  }

  /** How many rows they were drawn from. */
  int all() {
    return all;
  }

  double[] y() {
    return held.y();
  }

  double[][] classProbabilities() {
    return held.classes();
  }

  /** In the order of {@link #CLASSES}. */
  double[] classScores() {
    return new double[] {
      held.nll(),
      ClassScores.brier(held.y(), held.classes()),
      ClassScores.accuracy(held.y(), held.classes())
    };
  }

  /** In the order of {@link #NUMBERS}; NaN where a prediction is beyond all numbers. */
  double[] numberScores() {
    return new double[] {
      held.nll(),
      isFinite(held.mean()) ? PointErrors.rmse(held.y(), held.mean()) : Double.NaN,
      isFinite(held.median()) ? PointErrors.mae(held.y(), held.median()) : Double.NaN,
      crps,
      Calibration.centralCoverage(pit(), 0.95)
    };
  }

  /** The first rows, at most so many, of a sample in no order. */
  Report.Predicted predicted(String target, int most, String rows) {
    int n = Math.min(most, rows());
    return new Report.Predicted(
        target,
        Arrays.copyOf(held.y(), n),
        Arrays.copyOf(held.median(), n),
        Arrays.copyOf(held.lower(), n),
        Arrays.copyOf(held.upper(), n),
        0.95,
        rows);
  }

  private static boolean isFinite(double[] values) {
    return Arrays.stream(values).allMatch(Double::isFinite);
  }

  /** P(Y ≤ y) per row, rounding taken off its ends. */
  double[] pit() {
    return Arrays.stream(held.pit()).map(u -> Math.min(1.0, Math.max(0.0, u))).toArray();
  }

  /** The comparison of two models' NLL in a sentence, with the paired standard error. */
  static String compare(Forecast own, Forecast other, String otherName, String rows) {
    int n = own.held.logDensity().length;
    long impossible =
        Arrays.stream(own.held.logDensity()).filter(v -> v == Double.NEGATIVE_INFINITY).count();
    if (impossible > 0) {
      return "The model holds "
          + Numbers.count(impossible)
          + " of "
          + rows
          + " impossible; its NLL is infinite. Look at these rows, or take a likelihood with heavier"
          + " tails.";
    }
    double[] gain = new double[n];
    for (int i = 0; i < n; i++) {
      gain[i] = own.held.logDensity()[i] - other.held.logDensity()[i];
    }
    double mean = Arrays.stream(gain).average().orElse(0);
    double squares = Arrays.stream(gain).map(g -> (g - mean) * (g - mean)).sum();
    double error = n > 1 ? Math.sqrt(squares / (n - 1) / n) : Double.NaN;
    String difference =
        Numbers.brief(Math.abs(mean))
            + " (± "
            + Numbers.brief(error)
            + " standard error over "
            + rows
            + ")";
    if (!Double.isFinite(mean)) {
      return "The " + otherName + " holds some of " + rows + " impossible, this model none.";
    }
    if (!(Math.abs(mean) > 2 * error)) {
      return "This model and the "
          + otherName
          + " cannot be told apart: their NLL differ by "
          + difference
          + ".";
    }
    return mean > 0
        ? "This model is better than the " + otherName + ": its NLL is lower by " + difference + "."
        : "The "
            + otherName
            + " is better than this model: its NLL is lower by "
            + difference
            + ".";
  }
}
