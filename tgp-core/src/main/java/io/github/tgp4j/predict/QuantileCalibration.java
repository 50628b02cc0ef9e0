package io.github.tgp4j.predict;

import java.util.Arrays;
import java.util.Locale;

/**
 * Levels at which quantiles must be asked for so that they hold, learnt from rows that a model has
 * not seen (split-conformal prediction); equation B9 in docs/equations.md. With u_(1) ≤ … ≤ u_(n)
 * the sorted F(y_i) of these rows, and k rows of them counted,
 *
 * <pre>
 *   p ≥ ½:  p′ = u_(k), k = ⌈(n + 1)·p⌉, and 1 where k &gt; n
 *   p &lt; ½:  p′ = u_(k), k = ⌊(n + 1)·p⌋, and 0 where k = 0
 * </pre>
 *
 * <p>If a new row is exchangeable with the n rows, P(Y ≤ Q(p′)) ≥ p in the first case and P(Y &lt;
 * Q(p′)) ≤ p in the second, whatever the model. Where n is too small to promise that, p′ is 0 or 1
 * and the quantile is the end of the support, or infinite.
 */
public final class QuantileCalibration {
  private static final double ROUNDING = 1e-9;
  private static final double LEAST = 1e-15; // of a probability that can be asked for

  private final double[] before; // F(y−), sorted: what lies below y
  private final double[] at; // F(y), sorted

  /**
   * Of numbers in any order, one per row.
   *
   * @param before P(Y &lt; y) of each row; the same as {@code at} unless y takes whole values only
   * @param at P(Y ≤ y) of each row
   */
  public QuantileCalibration(double[] before, double[] at) {
    this.before = sorted(before);
    this.at = sorted(at);
    boolean less = before.length != at.length;
    for (int i = 0; !less && i < at.length; i++) {
      less = !(this.before[i] <= this.at[i]);
    }
    if (at.length == 0 || less) {
      throw new IllegalArgumentException(
          "calibration: expected P(Y < y) and P(Y ≤ y) of one or more rows but got "
              + before.length
              + " and "
              + at.length
              + " numbers");
    }
  }

  private static double[] sorted(double[] of) {
    double[] out = of.clone();
    Arrays.sort(out); // NaN last
    if (out.length > 0 && !(out[0] >= 0 && out[out.length - 1] <= 1)) {
      throw new IllegalArgumentException(
          "calibration: expected probabilities from 0 to 1 but got "
              + (out[0] >= 0 ? out[out.length - 1] : out[0]));
    }
    return out;
  }

  /** Of what was predicted and observed at rows that the model has not seen. */
  public static QuantileCalibration of(Prediction prediction, double[] y) {
    double[] at = prediction.cdf(y);
    boolean whole = prediction.rows() > 0 && prediction.row(0).discrete();
    double[] below = whole ? prediction.cdf(Arrays.stream(y).map(v -> v - 1).toArray()) : at;
    return new QuantileCalibration(below, at);
  }

  /** How many rows it was learnt from. */
  public int rows() {
    return at.length;
  }

  /** P(Y &lt; y) of the rows, in rising order. */
  public double[] before() {
    return before.clone();
  }

  /** P(Y ≤ y) of the rows, in rising order. */
  public double[] at() {
    return at.clone();
  }

  /** The level to ask the model for; 0 and 1 are the ends of the support. */
  public double level(double p) {
    Levels.quantile(p);
    double place = (at.length + 1) * p;
    if (p < 0.5) {
      int k = (int) Math.floor(place + ROUNDING);
      return k == 0 || before[k - 1] < LEAST ? 0.0 : before[k - 1];
    }
    int k = (int) Math.ceil(place - ROUNDING);
    return k > at.length || at[k - 1] > 1 - LEAST ? 1.0 : at[k - 1];
  }

  /** The largest level up to which intervals are finite, (n − 1)/(n + 1). */
  public double largestInterval() {
    return (at.length - 1.0) / (at.length + 1.0);
  }

  /** For people: what is promised, and up to which level. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "calibrated on %,d %s; intervals up to %.4g%% are finite",
        rows(),
        rows() == 1 ? "row" : "rows",
        100 * largestInterval());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuantileCalibration that
        && Arrays.equals(before, that.before)
        && Arrays.equals(at, that.at);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(at);
  }

  @Override
  public String toString() {
    return "quantiles calibrated on " + at.length + (at.length == 1 ? " row" : " rows");
  }
}
