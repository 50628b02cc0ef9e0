package io.github.tgp4j.flow;

/**
 * Where flows stop growing, so that no finite input gives an infinite or undefined output.
 *
 * <p>Exponents stop at ±300: e³⁰⁰ ≈ 2·10¹³⁰ is beyond any data, and its square, which a Gaussian
 * likelihood takes, is still far from overflow. Beyond the limit a flow is constant and its
 * derivative 0. The functions have no branches, so that loops that call them are vectorised.
 */
final class Saturation {
  /** The largest magnitude of an exponent. */
  static final double EXPONENT = 300.0;

  /** e³⁰⁰, the largest magnitude that an exponential flow gives. */
  static final double LARGEST = Math.exp(EXPONENT);

  /** The largest magnitude whose square is finite. */
  static final double SQUARABLE = 1e150;

  private static final double STEEP = 1e30; // any distance from the limit, times this, exceeds 1

  private Saturation() {}

  /** z kept within ±300. */
  static double clamp(double z) {
    return clamp(z, EXPONENT);
  }

  static double clamp(double z, double limit) {
    return Math.min(limit, Math.max(-limit, z));
  }

  /** 1 where |z| &lt; 300, else 0: the derivative of {@link #clamp(double)}. */
  static double inside(double z) {
    return inside(z, EXPONENT);
  }

  static double inside(double z, double limit) {
    return Math.min(1.0, Math.max(0.0, (limit - Math.abs(z)) * STEEP));
  }
}
