package io.github.tgp4j.auto;

/**
 * The mean gain in log density of one forecast over another at the same rows.
 *
 * @param mean in nats per row
 * @param error its standard error
 */
public record Gain(double mean, double error) {
  /** Standard errors beyond which people are told of a clear difference. */
  public static final double CLEAR = 2.0;

  /** Of forecasts whose scores at the same rows are a and b; larger is better. */
  public static Gain of(double[] a, double[] b) {
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

  /** Whether the first is clearly better: the one rule for all that people are told. */
  public boolean isClear() {
    return isClear(CLEAR);
  }

  /** Whether it exceeds so many standard errors. */
  boolean isClear(double errors) {
    return mean > errors * error;
  }
}
