package io.github.tgp4j.auto;

import io.github.tgp4j.likelihood.Likelihood;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.predict.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * What a model said of one target at rows that it had not seen, beside what was observed. The
 * summaries but the log density may be left out (empty).
 *
 * @param y observed, or the class code
 * @param logDensity log p(y) per row
 * @param mean E[y] per row; empty for classes, as all that follow but the last
 * @param median per row
 * @param lower end of the central 95% interval
 * @param upper end of the central 95% interval
 * @param pit P(Y ≤ y) per row; where y takes whole values only, a random place within its jump,
 *     without which an honest forecast's would not be uniform
 * @param classes P(Y = k) per row and class; empty for numbers
 */
public record HeldOut(
    double[] y,
    double[] logDensity,
    double[] mean,
    double[] median,
    double[] lower,
    double[] upper,
    double[] pit,
    double[][] classes) {
  private static final double[] NONE = {};

  /** Log densities alone. */
  static HeldOut scores(double[] y, double[] logDensity) {
    return new HeldOut(y, logDensity, NONE, NONE, NONE, NONE, NONE, new double[0][]);
  }

  /** Everything. */
  public static HeldOut of(Prediction prediction, double[] y, Likelihood likelihood) {
    double[] logDensity = prediction.logDensity(y);
    if (likelihood.classes() > 0) {
      return new HeldOut(
          y, logDensity, NONE, NONE, NONE, NONE, NONE, prediction.classProbabilities());
    }
    Summary summary = prediction.summary(0.025, 0.5, 0.975);
    return new HeldOut(
        y,
        logDensity,
        summary.mean(),
        summary.quantiles()[1],
        summary.quantiles()[0],
        summary.quantiles()[2],
        pit(prediction, y, likelihood.discrete()),
        new double[0][]);
  }

  private static double[] pit(Prediction prediction, double[] y, boolean discrete) {
    double[] at = prediction.cdf(y);
    if (discrete) {
      double[] before = prediction.cdf(Arrays.stream(y).map(v -> v - 1).toArray());
      SplittableRandom random = new SplittableRandom(y.length);
      for (int i = 0; i < at.length; i++) {
        at[i] = before[i] + random.nextDouble() * (at[i] - before[i]);
      }
    }
    return at;
  }

  /** The rows of several parts, one after the other. */
  public static HeldOut join(List<HeldOut> parts) {
    return new HeldOut(
        all(parts, HeldOut::y),
        all(parts, HeldOut::logDensity),
        all(parts, HeldOut::mean),
        all(parts, HeldOut::median),
        all(parts, HeldOut::lower),
        all(parts, HeldOut::upper),
        all(parts, HeldOut::pit),
        parts.stream().flatMap(part -> Arrays.stream(part.classes)).toArray(double[][]::new));
  }

  private static double[] all(List<HeldOut> parts, Function<HeldOut, double[]> part) {
    return parts.stream().map(part).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Whether it has more than log densities. */
  boolean isComplete() {
    return classes.length > 0 || mean.length == y.length;
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
