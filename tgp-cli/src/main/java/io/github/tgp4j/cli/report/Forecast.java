package io.github.tgp4j.cli.report;

import io.github.tgp4j.metrics.Calibration;
import io.github.tgp4j.metrics.ClassScores;
import io.github.tgp4j.metrics.Crps;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Prediction;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** One model's predictions of rows whose targets are known, and their scores. */
final class Forecast {
  private static final int DRAWS = 200; // per row, for the CRPS

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

  final Prediction prediction;
  final double[] logDensity;
  private final double[] y;
  private final boolean discrete;
  private final long seed;
  private double[] pit;

  Forecast(Model model, int target, Rows rows, long seed) {
    prediction = model.predictAll(rows.x()).get(target);
    y = rows.y();
    logDensity = prediction.logDensity(y);
    discrete = model.likelihood(target).discrete();
    this.seed = seed;
  }

  /** In the order of {@link #CLASSES}. */
  double[] classScores() {
    double[][] p = prediction.classProbabilities();
    return new double[] {
      LogScore.meanNegative(logDensity), ClassScores.brier(y, p), ClassScores.accuracy(y, p)
    };
  }

  /** In the order of {@link #NUMBERS}; NaN where a prediction is beyond all numbers. */
  double[] numberScores() {
    double[] mean = prediction.mean();
    double[] median = prediction.median();
    double[][] draws = prediction.sample(DRAWS, seed);
    return new double[] {
      LogScore.meanNegative(logDensity),
      isFinite(mean) ? PointErrors.rmse(y, mean) : Double.NaN,
      isFinite(median) ? PointErrors.mae(y, median) : Double.NaN,
      Arrays.stream(draws).allMatch(Forecast::isFinite) ? Crps.meanOfSamples(y, draws) : Double.NaN,
      Calibration.centralCoverage(pit(), 0.95)
    };
  }

  private static boolean isFinite(double[] values) {
    return Arrays.stream(values).allMatch(Double::isFinite);
  }

  /**
   * P(Y ≤ y) per row. Where y takes whole values only, a random place within its jump, without
   * which an honest forecast's would not be uniform.
   */
  double[] pit() {
    if (pit == null) {
      double[] at = prediction.cdf(y);
      if (discrete) {
        double[] before = prediction.cdf(Arrays.stream(y).map(v -> v - 1).toArray());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < at.length; i++) {
          at[i] = before[i] + random.nextDouble() * (at[i] - before[i]);
        }
      }
      pit = Arrays.stream(at).map(u -> Math.min(1.0, Math.max(0.0, u))).toArray();
    }
    return pit;
  }

  /** The comparison of two models' NLL in a sentence, with the paired standard error. */
  static String compare(Forecast own, Forecast other, String otherName, String rows) {
    int n = own.logDensity.length;
    long impossible =
        Arrays.stream(own.logDensity).filter(v -> v == Double.NEGATIVE_INFINITY).count();
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
      gain[i] = own.logDensity[i] - other.logDensity[i];
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
