package io.github.tgp4j.divergence;

/** How divergences are written. */
final class DivergenceText {
  private DivergenceText() {}

  /** name(value), with 2 for 2.0, as people write numbers. */
  static String of(String name, double value) {
    String number =
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : Double.toString(value);
    return name + "(" + number + ")";
  }
}
