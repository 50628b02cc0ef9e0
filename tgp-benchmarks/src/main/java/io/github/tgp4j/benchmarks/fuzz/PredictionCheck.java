package io.github.tgp4j.benchmarks.fuzz;

import io.github.tgp4j.predict.Distribution;
import io.github.tgp4j.predict.Prediction;
import java.util.Arrays;

/** Whether a prediction hangs together; the first fault in words, or an empty text. */
final class PredictionCheck {
  private static final double[] LEVELS = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

  /** How far a distribution function may be from what its quantile or its density says. */
  private static final double TOLERANCE = 1e-4;

  private static final double STEEPEST = 1e9;

  private PredictionCheck() {}

  /** Of any model, however bad: numbers, in order, and all questions answered. */
  static String answers(Prediction prediction) {
    for (int i = 0; i < prediction.rows(); i++) {
      Distribution row = prediction.row(i);
      String fault = row.classes() > 0 ? classes(row) : row.ask(PredictionCheck::numbers);
      if (!fault.isEmpty()) {
        return "row " + i + ": " + fault;
      }
    }
    return "";
  }

  private static String classes(Distribution row) {
    double[] p = row.classProbabilities();
    double sum = Arrays.stream(p).sum();
    boolean possible = Arrays.stream(p).allMatch(each -> each >= 0 && each <= 1 + 1e-9);
    return possible && Math.abs(sum - 1) < 1e-6
        ? ""
        : "probabilities " + Arrays.toString(p) + " have the sum " + sum;
  }

  private static String numbers(Distribution row) {
    double[] quantiles = row.quantiles(LEVELS);
    for (int k = 0; k < quantiles.length; k++) {
      if (Double.isNaN(quantiles[k]) || k > 0 && !isInOrder(quantiles[k - 1], quantiles[k])) {
        return "quantiles " + Arrays.toString(quantiles) + " are not in order";
      }
    }
    if (Double.isNaN(row.mean()) || !(row.standardDeviation() >= 0)) {
      return "mean " + row.mean() + ", standard deviation " + row.standardDeviation();
    }
    double median = quantiles[LEVELS.length / 2];
    if (Double.isFinite(median)) {
      double cdf = row.cdf(median);
      if (!(cdf >= 0 && cdf <= 1) || Double.isNaN(row.logDensity(median))) {
        return "cdf " + cdf + ", log density " + row.logDensity(median) + " at the median";
      }
    }
    return Arrays.stream(row.sample(3, 1)).anyMatch(Double::isNaN) ? "a draw is not a number" : "";
  }

  /** But for rounding: where the distribution function is a step, a quantile is next to it. */
  private static boolean isInOrder(double before, double after) {
    return after >= before || Double.isFinite(after) && before - after <= 4 * Math.ulp(after);
  }

  /**
   * Of a model that was fitted, at rows like those it was fitted to.
   *
   * @param limit of detection, below which densities are those of being there; −∞ for none
   */
  static String agrees(Prediction prediction, double limit) {
    for (int i = 0; i < prediction.rows(); i++) {
      Distribution row = prediction.row(i);
      if (row.classes() == 0 && !row.discrete()) {
        String fault = row.ask(asked -> agrees(asked, limit));
        if (!fault.isEmpty()) {
          return "row " + i + ": " + fault;
        }
      }
    }
    return "";
  }

  private static String agrees(Distribution row, double limit) {
    double[] q = row.quantiles(LEVELS);
    for (int k = 0; k < q.length; k++) {
      if (Double.isInfinite(q[k])) {
        double end = row.cdf(Math.copySign(Double.MAX_VALUE, q[k]));
        if (q[k] > 0 ? end < LEVELS[k] : end >= LEVELS[k]) {
          continue; // no double is large enough: flows can reach that far
        }
        return "quantile " + LEVELS[k] + " is " + q[k] + ", but the cdf at the end is " + end;
      }
      double cdf = row.cdf(q[k]);
      double ulps = 4 * Math.ulp(q[k]); // a step within rounding: an atom, or hardly any noise
      boolean atom =
          row.cdf(q[k] - ulps) <= LEVELS[k] + TOLERANCE
              && row.cdf(q[k] + ulps) >= LEVELS[k] - TOLERANCE;
      boolean steep = Math.abs(q[k]) * Math.exp(row.logDensity(q[k])) > STEEPEST;
      if (!(Math.abs(cdf - LEVELS[k]) < TOLERANCE) && !atom && !steep) {
        return "cdf(quantile(" + LEVELS[k] + ")) = cdf(" + q[k] + ") = " + cdf;
      }
    }
    return q[LEVELS.length / 2] <= limit ? "" : density(row, q);
  }

  /** The density between two near quantiles against the difference of the distribution function. */
  private static String density(Distribution row, double[] q) {
    double t = q[LEVELS.length / 2];
    if (!Double.isFinite(q[1]) || !Double.isFinite(q[LEVELS.length - 2])) {
      return "";
    }
    double width = 1e-4 * (q[LEVELS.length - 2] - q[1]);
    double from = t - width;
    double to = t + width;
    if (!(to > from) || width < 1e-9 * Math.abs(t)) {
      return "";
    }
    double difference = row.cdf(to) - row.cdf(from);
    // Simpson's rule; a density with an edge between is left alone
    double a = Math.exp(row.logDensity(from));
    double b = Math.exp(row.logDensity(t));
    double c = Math.exp(row.logDensity(to));
    double integral = (to - from) / 6 * (a + 4 * b + c);
    boolean smooth =
        Math.max(a, c) < 1.05 * Math.min(a, c) && Math.abs(b - 0.5 * (a + c)) < 0.01 * b;
    double allowed = 1e-9 + 0.02 * integral;
    return smooth && !(Math.abs(difference - integral) < allowed)
        ? "density at " + t + " gives " + integral + " but the cdf differs by " + difference
        : "";
  }
}
