package io.github.tgp4j.flow;

/** Hyperbolic functions of one value that {@link Math} lacks. */
final class Hyperbolic {
  private static final double LN_2 = 0.6931471805599453;

  private Hyperbolic() {}

  /** log cosh x without overflow: |x| + log(1 + e^(−2|x|)) − log 2. */
  static double logCosh(double x) {
    double magnitude = Math.abs(x);
    return magnitude + Math.log1p(Math.exp(-2.0 * magnitude)) - LN_2;
  }

  /** ½·log((1 + x)/(1 − x)), ±∞ at and beyond ±1. */
  static double atanh(double x) {
    double within = Saturation.clamp(x, 1.0);
    return 0.5 * (Math.log1p(within) - Math.log1p(-within));
  }
}
