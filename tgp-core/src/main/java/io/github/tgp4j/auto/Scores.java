package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.predict.Prediction;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Scores of predictions in the target's own units, gathered chunk by chunk. NaN where a score does
 * not apply: accuracy to numbers, the others but the NLL to classes.
 */
public final class Scores {
  private final boolean classes;
  private long rows;
  private double logDensity;
  private double squares;
  private double rootOfSquares;
  private double errors;
  private double crps;
  private long inside;
  private long hits;
  private double meanTarget;
  private double variation; // Σ (y − mean of y)²
  private long[] counts = {}; // of the classes

  /** Of a target of classes, or of numbers. */
  public Scores(boolean classes) {
    this.classes = classes;
  }

  /** Of rows that were held out in a fit; the CRPS is left out. */
  public static Scores of(HeldOut held) {
    Scores scores = new Scores(held.classes().length > 0);
    scores.add(held);
    scores.crps = Double.NaN;
    return scores;
  }

  /** Takes what was predicted for some rows, and what was observed. */
  public HeldOut add(Prediction prediction, double[] y, Likelihood likelihood) {
    HeldOut held = HeldOut.of(prediction, y, likelihood);
    add(held);
    if (!classes) {
      for (double value : prediction.crps(y)) {
        crps += value;
      }
    }
    return held;
  }

  private void add(HeldOut held) {
    double[] y = held.y();
    for (int i = 0; i < y.length; i++) {
      rows++;
      logDensity += held.logDensity()[i];
      if (classes) {
        hits += mostProbable(held.classes()[i]) == y[i] ? 1 : 0;
        count((int) y[i]);
      } else if (held.mean().length > 0) {
        double error = y[i] - held.mean()[i];
        squares += error * error;
        rootOfSquares = Math.hypot(rootOfSquares, error); // where squares are too large for doubles
        errors += Math.abs(y[i] - held.median()[i]); // the median is the best guess under it
        inside += held.lower()[i] <= y[i] && y[i] <= held.upper()[i] ? 1 : 0;
        double from = y[i] - meanTarget; // Welford's update
        meanTarget += from / rows;
        variation += from * (y[i] - meanTarget);
      }
    }
  }

  private void count(int code) {
    if (code >= counts.length) {
      counts = Arrays.copyOf(counts, code + 1);
    }
    counts[code]++;
  }

  private static int mostProbable(double[] p) {
    int best = 0;
    for (int k = 1; k < p.length; k++) {
      if (p[k] > p[best]) {
        best = k;
      }
    }
    return best;
  }

  public long rows() {
    return rows;
  }

  public double nll() {
    return -logDensity / rows;
  }

  /**
   * R², the share of the variation of y that the predicted means explain: 1 − Σ(y − mean)² / Σ(y −
   * ȳ)²; equation M16 in docs/equations.md. Below 0 where the mean of all y would do better.
   */
  public double r2() {
    return classes || !(variation > 0) ? Double.NaN : 1 - squares / variation;
  }

  public double rmse() {
    if (classes) {
      return Double.NaN;
    }
    return Double.isInfinite(squares) ? rootOfSquares / Math.sqrt(rows) : Math.sqrt(squares / rows);
  }

  public double mae() {
    return classes ? Double.NaN : errors / rows;
  }

  public double crps() {
    return classes ? Double.NaN : crps / rows;
  }

  public double coverage95() {
    return classes ? Double.NaN : (double) inside / rows;
  }

  public double accuracy() {
    return classes ? (double) hits / rows : Double.NaN;
  }

  /** The share of the most frequent class: the accuracy of always saying that one. */
  public double majority() {
    return classes ? (double) Arrays.stream(counts).max().orElse(0) / rows : Double.NaN;
  }

  /** By name, those that apply. */
  public Map<String, Double> asMap() {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("nll", nll());
    all.put("rmse", rmse());
    all.put("mae", mae());
    all.put("r2", r2());
    all.put("crps", crps());
    all.put("coverage95", coverage95());
    all.put("accuracy", accuracy());
    all.put("majority", majority());
    all.values().removeIf(value -> Double.isNaN(value));
    return all;
  }

  /** "MAE 1.7, R² 0.83, RMSE 2.448, 95% intervals held 97%, NLL 2.288". */
  public String describe() {
    return classes
        ? "accuracy "
            + percent(accuracy())
            + " (always the most frequent class: "
            + percent(majority())
            + "), NLL "
            + text(nll())
        : "MAE "
            + text(mae())
            + ", R² "
            + twoDecimals(r2())
            + ", RMSE "
            + text(rmse())
            + ", 95% intervals held "
            + percent(coverage95())
            + ", NLL "
            + text(nll());
  }

  /** A score for people: four digits, more where they are before the point. */
  public static String text(double value) {
    boolean large = Math.abs(value) >= 1000 && Math.abs(value) < 1e12;
    return String.format(Locale.ROOT, large ? "%,.0f" : "%.4g", value);
  }

  /** R² for people; never "-0.00". */
  public static String twoDecimals(double value) {
    return String.format(Locale.ROOT, "%.2f", Math.rint(100 * value) / 100 + 0.0);
  }

  /** A share as people say it: whole percents, one digit more next to 0 and 1. */
  public static String percent(double share) {
    double percent = Math.rint(1e9 * share) / 1e7; // 97.5 and 1 − 0.025 are the same to people
    boolean fine = percent > 0 && percent < 1 || percent > 99 && percent < 100;
    return String.format(Locale.ROOT, fine ? "%.1f%%" : "%.0f%%", percent);
  }
}
