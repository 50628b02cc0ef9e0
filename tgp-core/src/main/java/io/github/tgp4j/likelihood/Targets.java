package io.github.tgp4j.likelihood;

import io.github.tgp4j.text.Numbers;

/** What targets may be, in words. */
final class Targets {
  private Targets() {}

  static String finite(double y) {
    return Double.isFinite(y) ? null : "expected a finite number but got " + y;
  }

  static String positive(double y) {
    return y > 0 && Double.isFinite(y)
        ? null
        : "expected a finite number above 0 but got " + Numbers.plain(y);
  }

  static String proportion(double y) {
    return y > 0 && y < 1
        ? null
        : "expected a number strictly between 0 and 1 but got " + Numbers.plain(y);
  }

  static String count(double y) {
    return y >= 0 && y == Math.rint(y) && Double.isFinite(y)
        ? null
        : "expected a count, 0, 1, 2, …, but got " + Numbers.plain(y);
  }

  static String code(double y, int classes) {
    if (y >= 0 && y < classes && y == Math.rint(y)) {
      return null;
    }
    String expected = classes == 2 ? "0 or 1" : "a class code, 0 to " + (classes - 1) + ",";
    return "expected " + expected + " but got " + Numbers.plain(y);
  }
}
