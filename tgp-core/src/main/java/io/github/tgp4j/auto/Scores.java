package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.predict.Prediction;
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
  private double errors;
  private double crps;
  private long inside;
  private long hits;

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
  public void add(Prediction prediction, double[] y, Likelihood likelihood) {
    add(HeldOut.of(prediction, y, likelihood));
    if (!classes) {
      for (double value : prediction.crps(y)) {
        crps += value;
      }
    }
  }

  private void add(HeldOut held) {
    double[] y = held.y();
    rows += y.length;
    for (int i = 0; i < y.length; i++) {
      logDensity += held.logDensity()[i];
      if (classes) {
        hits += mostProbable(held.classes()[i]) == y[i] ? 1 : 0;
      } else if (held.mean().length > 0) {
        double error = y[i] - held.mean()[i];
        squares += error * error;
        errors += Math.abs(y[i] - held.median()[i]); // the median is the best guess under it
        inside += held.lower()[i] <= y[i] && y[i] <= held.upper()[i] ? 1 : 0;
      }
    }
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

  public double rmse() {
    return classes ? Double.NaN : Math.sqrt(squares / rows);
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

  /** By name, those that apply. */
  public Map<String, Double> asMap() {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("nll", nll());
    all.put("rmse", rmse());
    all.put("mae", mae());
    all.put("crps", crps());
    all.put("coverage95", coverage95());
    all.put("accuracy", accuracy());
    all.values().removeIf(value -> Double.isNaN(value));
    return all;
  }

  /** "NLL 2.288, RMSE 2.448, MAE 1.7, 95% intervals hold 96.9%". */
  public String describe() {
    return classes
        ? String.format(Locale.ROOT, "NLL %.4g, accuracy %.1f%%", nll(), 100 * accuracy())
        : String.format(
            Locale.ROOT,
            "NLL %.4g, RMSE %.4g, MAE %.4g, 95%% intervals hold %.1f%%",
            nll(),
            rmse(),
            mae(),
            100 * coverage95());
  }
}
