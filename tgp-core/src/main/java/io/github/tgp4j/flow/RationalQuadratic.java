package io.github.tgp4j.flow;

/**
 * One piece of a rational-quadratic spline, on [0, 1]; equation F22 in docs/equations.md.
 *
 * <pre>
 *   t = ξ·(1 − ξ),  D = δ + (s + e − 2δ)·t
 *   r(ξ) = (δ·ξ² + s·t)/D,  r(0) = 0,  r(1) = 1
 *   slope of the spline: δ²·P/D²,  P = e·ξ² + 2δ·t + s·(1 − ξ)²
 * </pre>
 *
 * <p>δ is the mean slope of the piece, s and e are its slopes at the start and the end, all above
 * 0, and then D and P are.
 */
final class RationalQuadratic {
  private RationalQuadratic() {}

  private static double bump(double xi) {
    return xi * (1.0 - xi);
  }

  private static double denominator(double xi, double delta, double s, double e) {
    return delta + (s + e - 2.0 * delta) * bump(xi);
  }

  private static double slopeNumerator(double xi, double delta, double s, double e) {
    double rest = 1.0 - xi;
    return e * xi * xi + 2.0 * delta * bump(xi) + s * rest * rest;
  }

  /** r. */
  static double value(double xi, double delta, double s, double e) {
    return (delta * xi * xi + s * bump(xi)) / denominator(xi, delta, s, e);
  }

  /** ∂r/∂ξ, the spline's slope divided by δ. */
  static double byPosition(double xi, double delta, double s, double e) {
    double d = denominator(xi, delta, s, e);
    return delta * slopeNumerator(xi, delta, s, e) / (d * d);
  }

  /** ∂r/∂δ. */
  static double byMeanSlope(double xi, double delta, double s, double e) {
    double d = denominator(xi, delta, s, e);
    return (xi * xi - value(xi, delta, s, e) * (1.0 - 2.0 * bump(xi))) / d;
  }

  /** ∂r/∂s. */
  static double byStart(double xi, double delta, double s, double e) {
    return bump(xi) * (1.0 - value(xi, delta, s, e)) / denominator(xi, delta, s, e);
  }

  /** ∂r/∂e. */
  static double byEnd(double xi, double delta, double s, double e) {
    return -bump(xi) * value(xi, delta, s, e) / denominator(xi, delta, s, e);
  }

  /** l = log(δ²·P/D²). */
  static double logSlope(double xi, double delta, double s, double e) {
    double relative = delta / denominator(xi, delta, s, e);
    return 2.0 * Math.log(relative) + Math.log(slopeNumerator(xi, delta, s, e));
  }

  /** ∂l/∂ξ. */
  static double logSlopeByPosition(double xi, double delta, double s, double e) {
    double tilt = 1.0 - 2.0 * xi;
    double p = 2.0 * (e * xi + delta * tilt - s * (1.0 - xi));
    return p / slopeNumerator(xi, delta, s, e)
        - 2.0 * (s + e - 2.0 * delta) * tilt / denominator(xi, delta, s, e);
  }

  /** ∂l/∂δ. */
  static double logSlopeByMeanSlope(double xi, double delta, double s, double e) {
    double t = bump(xi);
    return 2.0 / delta
        + 2.0 * t / slopeNumerator(xi, delta, s, e)
        - 2.0 * (1.0 - 2.0 * t) / denominator(xi, delta, s, e);
  }

  /** ∂l/∂s; that by e is the same at 1 − ξ with s and e exchanged. */
  static double logSlopeByStart(double xi, double delta, double s, double e) {
    double rest = 1.0 - xi;
    return rest * rest / slopeNumerator(xi, delta, s, e)
        - 2.0 * bump(xi) / denominator(xi, delta, s, e);
  }

  /** The ξ with r(ξ) = r: the root of a quadratic, in the form that does not cancel. */
  static double inverse(double r, double delta, double s, double e) {
    double excess = r * (s + e - 2.0 * delta);
    double a = delta - s + excess;
    double b = s - excess;
    double root = Math.sqrt(Math.max(0.0, b * b + 4.0 * a * delta * r));
    return Math.min(1.0, 2.0 * delta * r / (b + root));
  }
}
