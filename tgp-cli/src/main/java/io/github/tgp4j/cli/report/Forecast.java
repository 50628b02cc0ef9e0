package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.Gain;
import io.github.tgp4j.auto.HeldOut;
import io.github.tgp4j.auto.Scores;
import io.github.tgp4j.metrics.ClassScores;
import java.util.Arrays;
import java.util.List;

/** One model's predictions of rows whose targets are known, and their scores. */
final class Forecast {
  static final List<Report.Measure> NUMBERS =
      List.of(
          Report.Measure.smaller("Mean error", "mean absolute error of the median (MAE)"),
          Report.Measure.larger("Variation explained", "R²: 1 − squared errors by variation"),
          Report.Measure.smaller("RMSE", "root mean squared error of the mean"),
          Report.Measure.near("Inside 95% intervals", "share of rows inside the interval", 0.95),
          Report.Measure.smaller("NLL", "mean negative log density of the observed values"),
          Report.Measure.smaller("CRPS", "continuous ranked probability score"));

  static final List<Report.Measure> CLASSES =
      List.of(
          Report.Measure.larger("Accuracy", "share of rows whose most probable class came true"),
          Report.Measure.smaller("NLL", "mean negative log probability of the observed class"),
          Report.Measure.smaller("Brier", "squared error of the probabilities, over classes"));

  private final HeldOut held;
  private final double crps;

  private Forecast(HeldOut held, double crps) {
    this.held = held;
    this.crps = crps;
  }

  /** The CRPS is computed now; NaN where the models that predicted are no longer known. */
  static Forecast of(Judged judged) {
    return new Forecast(judged.held(), judged.crps());
  }

  HeldOut held() {
    return held;
  }

  private boolean isOfClasses() {
    return held.classes().length > 0;
  }

  /** In the order of {@link #NUMBERS} or {@link #CLASSES}; NaN beyond all numbers. */
  double[] scores() {
    Scores scores = Scores.of(held);
    if (isOfClasses()) {
      return new double[] {
        scores.accuracy(), scores.nll(), ClassScores.brier(held.y(), held.classes())
      };
    }
    return Arrays.stream(
            new double[] {
              scores.mae(), scores.r2(), scores.rmse(), scores.coverage95(), scores.nll(), crps
            })
        .map(v -> Double.isInfinite(v) ? Double.NaN : v)
        .toArray();
  }

  /** The scores of what knows the targets of these rows but no inputs. */
  double[] guessScores(Verdict verdict) {
    double[] y = held.y();
    if (isOfClasses()) {
      double[] frequency = new double[held.classes()[0].length];
      Arrays.stream(y).forEach(code -> frequency[(int) code] += 1.0 / y.length);
      double[][] same = new double[y.length][];
      Arrays.fill(same, frequency);
      return new double[] {
        1 - verdict.guessError(), ClassScores.logLoss(y, same), ClassScores.brier(y, same)
      };
    }
    double mean = Arrays.stream(y).average().orElse(0);
    double squares = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    double none = Double.NaN;
    return new double[] {verdict.guessError(), 0, Math.sqrt(squares), none, none, none};
  }

  /** The first rows, at most so many, of a sample in no order. */
  Report.Predicted predicted(String target, int most, String rows) {
    int n = Math.min(most, held.y().length);
    return new Report.Predicted(
        target,
        Arrays.copyOf(held.y(), n),
        Arrays.copyOf(held.median(), n),
        Arrays.copyOf(held.lower(), n),
        Arrays.copyOf(held.upper(), n),
        0.95,
        rows);
  }

  /** P(Y ≤ y) per row, rounding taken off its ends. */
  double[] pit() {
    return Arrays.stream(held.pit()).map(u -> Math.min(1.0, Math.max(0.0, u))).toArray();
  }

  /** The comparison of two models in a sentence, by their log densities of the same rows. */
  static String compare(Forecast own, Forecast other, String otherName, String rows) {
    long impossible =
        Arrays.stream(own.held.logDensity()).filter(v -> v == Double.NEGATIVE_INFINITY).count();
    if (impossible > 0) {
      return "The model holds "
          + Numbers.count(impossible)
          + " of "
          + rows
          + " impossible; its NLL is infinite. Look at these rows, or take a likelihood with"
          + " heavier tails.";
    }
    Gain gain = Gain.of(own.held.logDensity(), other.held.logDensity());
    if (!Double.isFinite(gain.mean())) {
      return "The " + otherName + " holds some of " + rows + " impossible, this model none.";
    }
    String told =
        " (average log score "
            + (gain.mean() < 0 ? "−" : "+")
            + Numbers.brief(Math.abs(gain.mean()))
            + ", ± "
            + Numbers.brief(gain.error())
            + " standard error, over "
            + rows
            + ").";
    if (gain.isClear()) {
      return "This model is clearly better than the " + otherName + told;
    }
    return Gain.of(other.held.logDensity(), own.held.logDensity()).isClear()
        ? "This model is clearly worse than the " + otherName + told
        : "This model and the " + otherName + " are about equally good" + told;
  }
}
