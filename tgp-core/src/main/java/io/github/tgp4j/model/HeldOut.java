package io.github.tgp4j.model;

import java.util.Arrays;
import java.util.List;

/**
 * What a model said of one target at rows that it had not seen, beside what was observed. The
 * summaries but the log density may be left out (empty).
 *
 * @param y observed, or the class code
 * @param logDensity log p(y) per row
 * @param mean E[y] per row; empty for classes
 * @param lower end of the central 95% interval
 * @param upper end of the central 95% interval
 * @param pit P(Y ≤ y) per row
 * @param classes P(Y = k) per row and class; empty for numbers
 */
public record HeldOut(
    double[] y,
    double[] logDensity,
    double[] mean,
    double[] lower,
    double[] upper,
    double[] pit,
    double[][] classes) {
  private static final double[] NONE = {};

  /** The log density alone. */
  public static HeldOut scoreOf(Prediction prediction, double[] y) {
    return new HeldOut(y, prediction.logDensity(y), NONE, NONE, NONE, NONE, new double[0][]);
  }

  /** Everything. */
  public static HeldOut of(Prediction prediction, double[] y, boolean classes) {
    if (classes) {
      return new HeldOut(
          y, prediction.logDensity(y), NONE, NONE, NONE, NONE, prediction.classProbabilities());
    }
    Prediction.Band band = prediction.interval(0.95);
    return new HeldOut(
        y,
        prediction.logDensity(y),
        prediction.mean(),
        band.lower(),
        band.upper(),
        prediction.cdf(y),
        new double[0][]);
  }

  /** The rows of several parts, one after the other. */
  static HeldOut join(List<HeldOut> parts) {
    return new HeldOut(
        join(parts.stream().map(HeldOut::y).toList()),
        join(parts.stream().map(HeldOut::logDensity).toList()),
        join(parts.stream().map(HeldOut::mean).toList()),
        join(parts.stream().map(HeldOut::lower).toList()),
        join(parts.stream().map(HeldOut::upper).toList()),
        join(parts.stream().map(HeldOut::pit).toList()),
        parts.stream().flatMap(part -> Arrays.stream(part.classes)).toArray(double[][]::new));
  }

  private static double[] join(Iterable<double[]> parts) {
    double[] out = {};
    for (double[] part : parts) {
      int at = out.length;
      out = Arrays.copyOf(out, at + part.length);
      System.arraycopy(part, 0, out, at, part.length);
    }
    return out;
  }

  /** The mean negative log density. */
  public double nll() {
    double sum = 0.0;
    for (double value : logDensity) {
      sum -= value / logDensity.length;
    }
    return sum;
  }
}
