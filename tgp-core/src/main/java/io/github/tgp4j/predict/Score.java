package io.github.tgp4j.predict;

import io.github.tgp4j.metrics.Intervals;
import io.github.tgp4j.metrics.LogScore;
import io.github.tgp4j.metrics.PointErrors;
import java.util.Arrays;
import java.util.Locale;

/**
 * How good a prediction of numbers was, in the target's own units.
 *
 * @param rows how many were scored
 * @param nll the mean negative log density; smaller is better
 * @param crps the mean continuous ranked probability score; smaller is better
 * @param rmse of the mean
 * @param mae of the median
 * @param coverage95 the share of rows inside their central 95% interval
 * @param width95 the mean width of those intervals
 */
public record Score(
    int rows, double nll, double crps, double rmse, double mae, double coverage95, double width95) {
  /** Of one observed target per row. */
  static Score of(Prediction prediction, double[] y) {
    Summary summary = prediction.summary(0.025, 0.5, 0.975);
    double[] lower = summary.quantiles()[0];
    double[] upper = summary.quantiles()[2];
    return new Score(
        y.length,
        LogScore.meanNegative(prediction.logDensity(y)),
        Arrays.stream(prediction.crps(y)).average().orElse(Double.NaN),
        PointErrors.rmse(y, summary.mean()),
        PointErrors.mae(y, summary.quantiles()[1]),
        Intervals.coverage(y, lower, upper),
        Intervals.meanWidth(lower, upper));
  }

  /** "NLL 2.288, CRPS 1.2, RMSE 2.448, MAE 1.7, 95% intervals hold 96.9% of 120 rows". */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "NLL %.4g, CRPS %.4g, RMSE %.4g, MAE %.4g, 95%% intervals hold %.1f%% of %d rows",
        nll,
        crps,
        rmse,
        mae,
        100 * coverage95,
        rows);
  }
}
