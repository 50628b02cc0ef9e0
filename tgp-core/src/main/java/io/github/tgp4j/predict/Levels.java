package io.github.tgp4j.predict;

/** Checks of what is asked, with a message that names it. */
final class Levels {
  /** A difference of probabilities that rounding has not eaten. */
  static final double LEAST_MASS = 1e-10;

  private Levels() {}

  static double quantile(double p) {
    return between("quantile level", p);
  }

  static double[] quantiles(double[] levels) {
    for (double p : levels) {
      quantile(p);
    }
    return levels;
  }

  static double interval(double level) {
    return between("interval level", level);
  }

  private static double between(String what, double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          what + ": expected a value between 0 and 1 but got " + level);
    }
    return level;
  }

  static void step(double step) {
    if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "step between rounded values: expected a finite number above 0 but got " + step);
    }
  }

  /** One target per row, none of them NaN. */
  static void targets(double[] y, int rows) {
    if (y.length != rows) {
      throw new IllegalArgumentException(
          "targets: expected " + rows + ", one per row, but got " + y.length);
    }
    for (int i = 0; i < rows; i++) {
      if (Double.isNaN(y[i])) {
        throw new IllegalArgumentException("y: row " + i + ": expected a number but got NaN");
      }
    }
  }
}
