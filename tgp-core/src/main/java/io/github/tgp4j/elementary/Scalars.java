package io.github.tgp4j.elementary;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * Elementary functions of one value, each in the form that neither overflows nor cancels; equations
 * U9–U19 in docs/equations.md. {@link Elementary} has the batched counterparts.
 *
 * <p>Φ is the standard normal distribution function, φ its density, erfcx(x) = exp(x²)·erfc(x).
 */
public final class Scalars {
  /** √2. */
  private static final double SQRT_2 = 1.4142135623730951;

  /** √(2/π). */
  private static final double SQRT_2_OVER_PI = 0.7978845608028654;

  /** 1/√(2π). */
  private static final double INV_SQRT_2PI = 0.3989422804014327;

  /** log √(2π). */
  private static final double LOG_SQRT_2PI = 0.9189385332046728;

  private static final double LN_2 = 0.6931471805599453;

  /** From here on √(1 + x²) = |x| in double arithmetic. */
  private static final double ASINH_LARGE = 0x1p28;

  /** φ(x) is below the smallest subnormal when x² exceeds this. */
  private static final double PDF_UNDERFLOW = 1500.0;

  private Scalars() {}

  /** asinh(x) = sign(x)·log1p(|x| + x²/(1 + √(1 + x²))), and sign(x)·(log|x| + log 2) when huge. */
  public static double asinh(double x) {
    double a = Math.abs(x);
    if (a > ASINH_LARGE) {
      return Math.copySign(Math.log(a) + LN_2, x);
    }
    double square = a * a;
    return Math.copySign(Math.log1p(a + square / (1.0 + Math.sqrt(1.0 + square))), x);
  }

  /** log(1 + eˣ) = max(x, 0) + log1p(exp(−|x|)). */
  public static double softplus(double x) {
    return Math.max(x, 0.0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** The x with softplus(x) = v, v ≥ 0: v + log(1 − e⁻ᵛ); NaN when v is negative. */
  public static double softplusInverse(double v) {
    return v + (v > LN_2 ? Math.log1p(-Math.exp(-v)) : Math.log(-Math.expm1(-v)));
  }

  /** 1/(1 + e⁻ˣ), small values relative to themselves: eˣ/(1 + eˣ) when x is negative. */
  public static double sigmoid(double x) {
    double e = Math.exp(-Math.abs(x));
    return (x < 0 ? e : 1.0) / (1.0 + e);
  }

  /** φ(x) = exp(−x²/2)/√(2π). */
  public static double normalPdf(double x) {
    return INV_SQRT_2PI * expMinusHalfSquare(x);
  }

  /** log φ(x) = −x²/2 − log √(2π). */
  public static double normalLogPdf(double x) {
    return -0.5 * x * x - LOG_SQRT_2PI;
  }

  /** Φ(x), accurate relative to itself far into the lower tail. */
  public static double normalCdf(double x) {
    return x < -1.0
        ? 0.5 * Erfcx.value(-x / SQRT_2) * expMinusHalfSquare(x)
        : 0.5 * Erfc.value(-x / SQRT_2);
  }

  /**
   * log Φ(x): −x²/2 + log(erfcx(−x/√2)/2) in the lower tail, log1p(−Φ(−x)) in the upper one; finite
   * for every x down to −1e154.
   */
  public static double normalLogCdf(double x) {
    if (x < -1.0) {
      return Math.log(0.5 * Erfcx.value(-x / SQRT_2)) - 0.5 * x * x;
    }
    return x < 0 ? Math.log(normalCdf(x)) : Math.log1p(-normalCdf(-x));
  }

  /** The x with Φ(x) = p, 0 ≤ p ≤ 1; NaN outside. */
  public static double normalQuantile(double p) {
    return -SQRT_2 * InverseErfc.value(2.0 * p);
  }

  /** The x with log Φ(x) = logP, for probabilities too small or too near 1 for a double. */
  public static double normalQuantileOfLog(double logP) {
    if (!(logP < -700.0) || logP == Double.NEGATIVE_INFINITY) {
      return logP > -LN_2
          ? -normalQuantile(-Math.expm1(logP))
          : normalQuantile(Math.exp(logP)); // also NaN and −∞
    }
    // log Φ(x) ≈ −x²/2 − log(−x√(2π)); Newton's method doubles the digits from there.
    double x = -Math.sqrt(-2.0 * logP);
    for (int i = 0; i < 4; i++) {
      x -= (normalLogCdf(x) - logP) / inverseMillsRatio(x);
    }
    return x;
  }

  /** φ(x)/Φ(x), the derivative of log Φ; tends to −x in the lower tail. */
  public static double inverseMillsRatio(double x) {
    return x < 0 ? SQRT_2_OVER_PI / Erfcx.value(-x / SQRT_2) : normalPdf(x) / normalCdf(x);
  }

  /** exp(−x²/2) with the rounding error of x², which exp would magnify, put back. */
  private static double expMinusHalfSquare(double x) {
    double square = x * x;
    if (square > PDF_UNDERFLOW) {
      return 0.0;
    }
    double e = Math.exp(-0.5 * square);
    return Math.fma(e, -0.5 * Math.fma(x, x, -square), e);
  }
}
