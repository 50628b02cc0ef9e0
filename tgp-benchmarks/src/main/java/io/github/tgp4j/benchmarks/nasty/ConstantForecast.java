package io.github.tgp4j.benchmarks.nasty;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * A forecast that says the same of every row, fitted to the training targets: what a model that
 * looks at the inputs must not be worse than.
 *
 * @param logScore log density, or log probability, of an observation
 */
public record ConstantForecast(String name, DoubleUnaryOperator logScore) {
  private static final double LOG_2PI = Math.log(2 * Math.PI);
  private static final double[] FREEDOM = {1, 1.5, 2, 3, 4, 6, 10, 30};
  private static final int EM_STEPS = 200;

  /** The log score of each observation. */
  public double[] score(double[] y) {
    return Arrays.stream(y).map(logScore).toArray();
  }

  /** Normal, Laplace, Student-t by likelihood, and a kernel density. */
  public static List<ConstantForecast> ofNumbers(double[] y) {
    // repeated values would pull a width to nothing, and many of them the spread
    double floor = 0.01 * (hasPeak(y) ? deviation(y) : spread(y));
    return List.of(normal(y), laplace(y, floor), studentT(y, floor), kernelDensity(y, floor));
  }

  /** Whether one value is that of a quarter of the rows: its density is as high as one likes. */
  private static boolean hasPeak(double[] y) {
    return Arrays.stream(y)
        .boxed()
        .collect(Collectors.groupingBy(value -> value, Collectors.counting()))
        .values()
        .stream()
        .anyMatch(count -> 4 * count > y.length);
  }

  /** Frequencies with some mass for whole numbers not yet seen, and Poisson. */
  public static List<ConstantForecast> ofCounts(double[] y) {
    int most = (int) Arrays.stream(y).max().orElse(0);
    double[] counts = new double[most + 1];
    for (double value : y) {
      counts[(int) value]++;
    }
    double total = y.length + 0.5 * (most + 2);
    DoubleUnaryOperator frequency =
        value ->
            value <= most
                ? Math.log((counts[(int) value] + 0.5) / total)
                : Math.log(0.5 / total) - (value - most) * Math.log(2);
    double mean = Math.max(1e-3, Arrays.stream(y).average().orElse(0));
    DoubleUnaryOperator poisson =
        value -> value * Math.log(mean) - mean - logFactorial((int) value);
    return List.of(
        new ConstantForecast("frequencies", frequency), new ConstantForecast("poisson", poisson));
  }

  /** How often each class was seen; the codes are 0 to K−1. */
  public static List<ConstantForecast> ofClasses(double[] y, int classes) {
    double[] counts = new double[classes];
    for (double code : y) {
      counts[(int) code]++;
    }
    return List.of(
        new ConstantForecast(
            "frequencies", code -> Math.log(Math.max(counts[(int) code], 0.5) / y.length)));
  }

  private static ConstantForecast normal(double[] y) {
    double mean = Arrays.stream(y).average().orElse(0);
    double deviation = deviation(y);
    return new ConstantForecast(
        "normal", value -> logNormal((value - mean) / deviation, deviation));
  }

  private static ConstantForecast laplace(double[] y, double floor) {
    double median = quantile(y, 0.5);
    double mad = Arrays.stream(y).map(v -> Math.abs(v - median)).average().orElse(0);
    double width = Math.max(floor, mad);
    return new ConstantForecast(
        "laplace", value -> -Math.log(2 * width) - Math.abs(value - median) / width);
  }

  private static ConstantForecast studentT(double[] y, double floor) {
    ConstantForecast best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (double freedom : FREEDOM) {
      ConstantForecast fitted = studentT(y, freedom, floor);
      double sum = Arrays.stream(fitted.score(y)).sum();
      if (sum > most) {
        most = sum;
        best = fitted;
      }
    }
    return best == null ? normal(y) : best;
  }

  /** Location and scale by EM: a row's weight is (ν + 1)/(ν + z²). */
  private static ConstantForecast studentT(double[] y, double freedom, double floor) {
    double location = quantile(y, 0.5);
    double scale = Math.max(floor, spread(y));
    for (int step = 0; step < EM_STEPS; step++) {
      double weights = 0;
      double sum = 0;
      double squares = 0;
      for (double value : y) {
        double z = (value - location) / scale;
        double weight = (freedom + 1) / (freedom + z * z);
        weights += weight;
        sum += weight * value;
        squares += weight * (value - location) * (value - location);
      }
      location = sum / weights;
      scale = Math.max(floor, Math.sqrt(squares / y.length));
    }
    double at = location;
    double width = scale;
    double constant =
        logGamma((freedom + 1) / 2)
            - logGamma(freedom / 2)
            - 0.5 * Math.log(freedom * Math.PI)
            - Math.log(width);
    return new ConstantForecast(
        "student-t(" + freedom + ")",
        value -> {
          double z = (value - at) / width;
          return constant - (freedom + 1) / 2 * Math.log1p(z * z / freedom);
        });
  }

  /** Normal bumps of Silverman's width. */
  private static ConstantForecast kernelDensity(double[] y, double floor) {
    double[] seen = y.clone();
    double width = Math.max(floor, 0.9 * spread(y) * Math.pow(y.length, -0.2));
    return new ConstantForecast(
        "kernel density",
        value -> {
          double most = Double.NEGATIVE_INFINITY;
          double[] logs = new double[seen.length];
          for (int i = 0; i < logs.length; i++) {
            logs[i] = logNormal((value - seen[i]) / width, width);
            most = Math.max(most, logs[i]);
          }
          double sum = 0;
          for (double log : logs) {
            sum += Math.exp(log - most);
          }
          return most + Math.log(sum / logs.length);
        });
  }

  private static double logNormal(double z, double deviation) {
    return -0.5 * LOG_2PI - Math.log(deviation) - 0.5 * z * z;
  }

  private static double deviation(double[] y) {
    double mean = Arrays.stream(y).average().orElse(0);
    return Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }

  /** The smaller of deviation and interquartile range as normal deviations, if not zero. */
  private static double spread(double[] y) {
    double deviation = deviation(y);
    double middle = (quantile(y, 0.75) - quantile(y, 0.25)) / 1.349;
    return middle > 0 ? Math.min(deviation, middle) : deviation;
  }

  private static double quantile(double[] y, double level) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double at = level * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }

  private static double logFactorial(int n) {
    double sum = 0;
    for (int k = 2; k <= n; k++) {
      sum += Math.log(k);
    }
    return sum;
  }

  /** Stirling's series after x has been raised above 10. */
  private static double logGamma(double x) {
    double shift = 0;
    double at = x;
    while (at < 10) {
      shift += Math.log(at);
      at++;
    }
    double inverse = 1 / at;
    double series = inverse / 12 - inverse * inverse * inverse / 360;
    return (at - 0.5) * Math.log(at) - at + 0.5 * LOG_2PI + series - shift;
  }
}
