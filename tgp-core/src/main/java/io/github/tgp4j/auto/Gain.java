package io.github.tgp4j.auto;

/**
 * The mean gain in log density of one forecast over another at the same rows.
 *
 * @param mean in nats per row
 * @param error its standard error
 */
record Gain(double mean, double error) {
  static Gain of(double[] a, double[] b) {
    double mean = 0.0;
    for (int i = 0; i < a.length; i++) {
      mean += (a[i] - b[i]) / a.length;
    }
    double squares = 0.0;
    for (int i = 0; i < a.length; i++) {
      double centred = a[i] - b[i] - mean;
      squares += centred * centred;
    }
    return new Gain(mean, Math.sqrt(squares / Math.max(1, a.length - 1) / a.length));
  }

  /** Whether it exceeds so many standard errors. */
  boolean isClear(double errors) {
    return mean > errors * error;
  }
}
