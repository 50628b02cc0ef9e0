package io.github.tgp4j.benchmarks.nasty;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What came of a nasty table.
 *
 * @param offence what is wrong; empty if nothing is
 * @param nll of the model on the fresh rows; NaN where there is none
 * @param constantNll of the best constant forecast
 * @param error standard error of the mean difference of the two, row by row
 * @param constant which forecast that is
 * @param spec what was fitted, or why the table was refused
 */
public record NastyResult(
    NastyTable table,
    String offence,
    double nll,
    double constantNll,
    double error,
    String constant,
    String spec,
    double seconds) {
  public static final String HEADER =
      "seed,theme,rows,columns,offence,nll,constant_nll,standard_error,constant,seconds,spec";

  /**
   * The best constant is chosen by the fresh rows themselves; one that is estimated from n training
   * rows, with two numbers, loses about 1/n nats to it whatever it does.
   */
  private static double ofEstimation(NastyTable table) {
    return 1.0 / table.train().rows();
  }

  static NastyResult without(NastyTable table, String offence, String spec, double seconds) {
    double none = Double.NaN;
    return new NastyResult(table, offence, none, none, none, "", spec, seconds);
  }

  static NastyResult of(
      NastyTable table,
      double[] logScores,
      ConstantForecast constant,
      double[] y,
      String spec,
      double seconds) {
    double[] other = constant.score(y);
    int n = logScores.length;
    double[] gaps = IntStream.range(0, n).mapToDouble(i -> other[i] - logScores[i]).toArray();
    double gap = mean(gaps);
    double squares = Arrays.stream(gaps).map(g -> (g - gap) * (g - gap)).sum();
    double error = Math.sqrt(squares / (n - 1) / n);
    String offence =
        gap <= error + ofEstimation(table)
            ? ""
            : String.format(Locale.ROOT, "worse than a constant by %.4g ± %.2g", gap, error);
    return new NastyResult(
        table, offence, -mean(logScores), -mean(other), error, constant.name(), spec, seconds);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  public boolean isOffender() {
    return !offence.isEmpty();
  }

  /** One line of a CSV file. */
  public String line() {
    return String.join(
        ",",
        Long.toString(table.seed()),
        table.theme().text(),
        Integer.toString(table.train().rows()),
        Integer.toString(table.train().columns().size() - 1),
        quoted(offence),
        number(nll),
        number(constantNll),
        number(error),
        constant,
        String.format(Locale.ROOT, "%.1f", seconds),
        quoted(spec));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.5g", value);
  }

  private static String quoted(String text) {
    return text.isEmpty() ? "" : '"' + text.replace('"', '\'').replaceAll("\\s+", " ") + '"';
  }
}
