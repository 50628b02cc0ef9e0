package io.github.tgp4j.metrics;

/** The checks that every metric makes before it computes. */
final class Require {
  private Require() {}

  static void notEmpty(String name, int length) {
    if (length == 0) {
      throw new IllegalArgumentException(name + ": expected at least one value but got none");
    }
  }

  static void sameLength(String name, int length, String otherName, int otherLength) {
    if (length != otherLength) {
      throw new IllegalArgumentException(
          name
              + ": expected "
              + otherLength
              + ", one for each of the "
              + otherName
              + ", but got "
              + length);
    }
  }

  /** At least one value, all of them finite. */
  static void finite(String name, double[] values) {
    notEmpty(name, values.length);
    for (int i = 0; i < values.length; i++) {
      finite(name, i, values[i]);
    }
  }

  static void finite(String name, int row, double value) {
    if (!Double.isFinite(value)) {
      throw bad(name, row, "a finite number", value);
    }
  }

  /** At least one pair, all finite. */
  static void pairs(String name, double[] values, String otherName, double[] others) {
    sameLength(name, values.length, otherName, others.length);
    finite(otherName, others);
    finite(name, values);
  }

  static IllegalArgumentException bad(String name, int row, String expected, double got) {
    return new IllegalArgumentException(
        name + ", row " + row + ": expected " + expected + " but got " + got);
  }
}
