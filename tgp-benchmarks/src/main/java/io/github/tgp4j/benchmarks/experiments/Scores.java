package io.github.tgp4j.benchmarks.experiments;

import io.github.tgp4j.benchmarks.SplitData;
import io.github.tgp4j.benchmarks.rows.Cells;
import io.github.tgp4j.linalg.Matrix;
import io.github.tgp4j.metrics.ClassScores;
import io.github.tgp4j.metrics.Intervals;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.metrics.PointErrors;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How good a model's predictions are on given rows, in the data's units; NaN for what does not
 * apply.
 *
 * @param nll mean negative log predictive density, or log loss of classes
 * @param rmse of the predictive mean
 * @param mae of the predictive median
 * @param crps mean continuous ranked probability score
 * @param coverage95 how often the central 95% interval holds the target
 * @param accuracy share of rows whose most probable class is the target
 * @param predictSeconds the wall time of mean and log density, or of class probabilities
 * @param calibration coverage at other levels, and how targets spread over the distributions
 * @param nllRounded of rounded targets: mean negative log of the mean density over the values that
 *     were rounded to the target, for which spikes on them gain nothing (equation B6)
 */
record Scores(
    double nll,
    double rmse,
    double mae,
    double crps,
    double coverage95,
    double accuracy,
    double predictSeconds,
    CalibrationScores calibration,
    double nllRounded) {
  /**
   * Quantiles and the CRPS cost far more than densities: on larger sets only so many rows have
   * them.
   */
  static final int MOST_QUANTILES = 5000;

  /** Scores without anything about calibration and rounding. */
  Scores(
      double nll,
      double rmse,
      double mae,
      double crps,
      double coverage95,
      double accuracy,
      double predictSeconds) {
    this(
        nll,
        rmse,
        mae,
        crps,
        coverage95,
        accuracy,
        predictSeconds,
        CalibrationScores.NONE,
        Double.NaN);
  }

  /** Those of a line. */
  static Scores of(Cells row) {
    List<Double> coverage =
        CalibrationScores.LEVELS.stream().map(level -> row.number("coverage" + level)).toList();
    return new Scores(
        row.number("nll"),
        row.number("rmse"),
        row.number("mae"),
        row.number("crps"),
        row.number("coverage95"),
        row.number("accuracy"),
        row.number("predict_seconds"),
        new CalibrationScores(coverage, CalibrationScores.parsePit(row.text("pit"))),
        row.number("nll_rounded"));
  }

  /** Those of the test rows. */
  static Scores of(Model model, SplitData.Split rows) {
    return of(model, model.likelihood(0).classes() > 0, rows.testX(), rows.testY(), rows.step());
  }

  /**
   * @param step between neighbouring values of a rounded target; 0 for none
   */
  static Scores of(Model model, boolean classes, Matrix x, double[] y, double step) {
    return classes ? ofClasses(model, x, y) : ofNumbers(model, x, y, step);
  }

  /** The same with {@link #nllRounded} for the NLL. */
  Scores rounded() {
    return new Scores(
        nllRounded, rmse, mae, crps, coverage95, accuracy, predictSeconds, calibration, nllRounded);
  }

  /** Of a fit that failed. */
  static Scores none() {
    double none = Double.NaN;
    return new Scores(none, none, none, none, none, none, none);
  }

  private static Scores ofClasses(Model model, Matrix x, double[] y) {
    long begin = System.nanoTime();
    double[][] p = model.predict(x).classProbabilities();
    double seconds = (System.nanoTime() - begin) / 1e9;
    double none = Double.NaN;
    return new Scores(
        ClassScores.logLoss(y, p), none, none, none, none, ClassScores.accuracy(y, p), seconds);
  }

  private static Scores ofNumbers(Model model, Matrix x, double[] y, double step) {
    long begin = System.nanoTime();
    Prediction prediction = model.predict(x);
    double[] mean = prediction.mean();
    double[] logDensity = prediction.logDensity(y);
    double seconds = (System.nanoTime() - begin) / 1e9;
    int[] kept = evenlySpaced(y.length);
    double[] someY = Arrays.stream(kept).mapToDouble(i -> y[i]).toArray();
    Prediction some = kept.length == y.length ? prediction : model.predict(rows(x, kept));
    Band band = some.interval(0.95);
    return new Scores(
        LogScore.meanNegative(logDensity),
        PointErrors.rmse(y, mean),
        PointErrors.mae(someY, some.median()),
        Arrays.stream(some.crps(someY)).average().orElse(Double.NaN),
        Intervals.coverage(someY, band.lower(), band.upper()),
        Double.NaN,
        seconds,
        CalibrationScores.of(some.cdf(someY)),
        step > 0 ? LogScore.meanNegative(prediction.logDensity(y, step)) : Double.NaN);
  }

  private static int[] evenlySpaced(int rows) {
    int stride = (rows + MOST_QUANTILES - 1) / MOST_QUANTILES;
    return IntStream.range(0, (rows + stride - 1) / stride).map(i -> i * stride).toArray();
  }

  private static Matrix rows(Matrix x, int[] kept) {
    Matrix out = Matrix.zeros(kept.length, x.cols);
    for (int i = 0; i < kept.length; i++) {
      System.arraycopy(x.data, x.at(kept[i], 0), out.data, i * x.cols, x.cols);
    }
    return out;
  }
}
