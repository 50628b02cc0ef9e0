package io.github.tgp4j.benchmarks.serve;

/**
 * Whether something that was measured now and then grows: the least-squares line through the second
 * half of the measurements.
 *
 * <pre>
 *   b = Σ (t − t̄)(y − ȳ) / Σ (t − t̄)²,  se² = Σ (y − ȳ − b (t − t̄))² / ((n − 2) Σ (t − t̄)²)
 * </pre>
 *
 * <p>It grows if the line rises by more than an allowance within that half and b is above three
 * standard errors: a few megabytes more or less after a collection are no growth.
 *
 * @param perHour the slope b
 * @param standardError of the slope
 * @param hours that the second half spans
 */
record Growth(double perHour, double standardError, double hours) {
  private static final double STANDARD_ERRORS = 3;

  /** Of measurements at given hours, at least six. */
  static Growth of(double[] hours, double[] values) {
    int from = hours.length / 2;
    int n = hours.length - from;
    if (hours.length != values.length || hours.length < 6) {
      throw new IllegalArgumentException(
          "growth: expected at least 6 measurements, each with its hour, but got "
              + hours.length
              + " hours and "
              + values.length
              + " values");
    }
    double middle = mean(hours, from);
    double level = mean(values, from);
    double squares = 0;
    double products = 0;
    for (int i = from; i < hours.length; i++) {
      squares += (hours[i] - middle) * (hours[i] - middle);
      products += (hours[i] - middle) * (values[i] - level);
    }
    double slope = products / squares;
    double rest = 0;
    for (int i = from; i < hours.length; i++) {
      double off = values[i] - level - slope * (hours[i] - middle);
      rest += off * off;
    }
    double error = Math.sqrt(rest / ((n - 2) * squares));
    return new Growth(slope, error, hours[hours.length - 1] - hours[from]);
  }

  private static double mean(double[] values, int from) {
    double sum = 0;
    for (int i = from; i < values.length; i++) {
      sum += values[i];
    }
    return sum / (values.length - from);
  }

  /** Whether it grows by more than so much within the second half. */
  boolean exceeds(double allowance) {
    return perHour * hours > allowance && perHour > STANDARD_ERRORS * standardError;
  }
}
