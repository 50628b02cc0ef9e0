package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.Coefficients.*;

/**
 * The elementary functions of one value, in additions, multiplications, divisions, square roots and
 * fused multiply-adds only; equations U1–U13 in docs/equations.md.
 *
 * <p>These operations are exact to the last bit by IEEE 754, so {@link VectorExponentials}, {@link
 * VectorLogarithms} and {@link VectorNormal}, which do the same in the same order, give the same
 * bits on every processor, at every vector length and whether compiled or not. {@link Math}'s
 * functions and the vector intrinsics do not: change this class only together with those.
 */
final class ScalarRoutines {
  /** Sums over elements have so many parts, whatever the length of the processor's vectors. */
  static final int PARTIAL_SUMS = 8;

  private ScalarRoutines() {}

  /** eˣ = 2ᵏ·(1 + expm1(r)), x = k·log 2 + r; 2ᵏ in two factors, for subnormal results. */
  static double exp(double x) {
    double clamped = x > EXP_LIMIT ? EXP_LIMIT : x;
    clamped = x < -EXP_LIMIT ? -EXP_LIMIT : clamped;
    double rounded = rounded(clamped);
    double p = expm1Reduced(reduced(clamped, rounded));
    long bits = Double.doubleToRawLongBits(rounded);
    long half = bits >>> 1;
    double s1 = Double.longBitsToDouble((half << 52) + ONE_BITS);
    double s2 = Double.longBitsToDouble((bits - half << 52) + ONE_BITS);
    return Math.fma(p, s1, s1) * s2;
  }

  /** eˣ − 1 = 2ᵏ·expm1(r) + (2ᵏ − 1). */
  static double expm1(double x) {
    if (x > ONE_STEP_LIMIT) {
      return exp(x);
    }
    double clamped = x < -EXPM1_LIMIT ? -EXPM1_LIMIT : x;
    return Math.copySign(expm1Ordinary(clamped), x);
  }

  private static double expm1Ordinary(double x) {
    double rounded = rounded(x);
    double p = expm1Reduced(reduced(x, rounded));
    double s = Double.longBitsToDouble((Double.doubleToRawLongBits(rounded) << 52) + ONE_BITS);
    return Math.fma(s, p, s - 1.0);
  }

  /** sinh|x| = sinh(k·log 2)·cosh r + cosh(k·log 2)·sinh r, with the sign of x. */
  static double sinh(double x) {
    double a = Math.abs(x);
    if (a > ONE_STEP_LIMIT) {
      return Math.copySign(halfExp(a), x);
    }
    double rounded = rounded(a);
    double r = reduced(a, rounded);
    double w = r * r;
    double shift = halfPower(rounded, 1);
    double inverse = halfPower(rounded, -1);
    double sinhK = shift - inverse;
    double coshK = shift + inverse;
    double y = sinhK + Math.fma(sinhK, coshReduced(w), coshK * sinhReduced(r, w));
    return Math.copySign(y, x);
  }

  /** cosh x = cosh(k·log 2)·cosh r + sinh(k·log 2)·sinh r. */
  static double cosh(double x) {
    double a = Math.abs(x);
    if (a > ONE_STEP_LIMIT) {
      return halfExp(a);
    }
    double rounded = rounded(a);
    double r = reduced(a, rounded);
    double w = r * r;
    double shift = halfPower(rounded, 1);
    double inverse = halfPower(rounded, -1);
    double sinhK = shift - inverse;
    double coshK = shift + inverse;
    return coshK + Math.fma(coshK, coshReduced(w), sinhK * sinhReduced(r, w));
  }

  /** √(1 + x²), as {@link #asinh} needs it; beyond its limit |x|. */
  static double root(double x) {
    double a = Math.abs(x);
    return a < ASINH_LIMIT || Double.isNaN(a) ? Math.sqrt(Math.fma(a, a, 1.0)) : a;
  }

  /**
   * Elements from..to−1 of the n of {@link io.github.tgp4j.elementary.SinhArcsinh#pullback}; adds
   * to sixteen partial sums, of element i to number i mod 8 of those for a and b while a whole
   * eight is left, and then to number 0.
   */
  static void sinhArcsinhPullback(
      double a,
      double b,
      double limit,
      double[] tape,
      int tapeFrom,
      double[] bar,
      int barFrom,
      int from,
      int to,
      int n,
      double[] sums) {
    int whole = n - n % PARTIAL_SUMS;
    for (int i = from; i < to; i++) {
      double u = tape[tapeFrom + i];
      double root = tape[tapeFrom + n + i];
      double cosh = tape[tapeFrom + 2 * n + i];
      double zBar = Math.abs(b * u - a) < limit ? bar[barFrom + i] * cosh : 0.0;
      int part = i < whole ? i % PARTIAL_SUMS : 0;
      sums[part] += zBar;
      sums[PARTIAL_SUMS + part] += zBar * u;
      bar[barFrom + i] = zBar * (b / root);
    }
  }

  /** The adjoints of a, with the sign that it has, and of b from their eight partial sums each. */
  static void addSums(double sign, double[] s, double[] thetaBar, int at) {
    thetaBar[at] += sign * (((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7])));
    thetaBar[at + 1] += ((s[8] + s[9]) + (s[10] + s[11])) + ((s[12] + s[13]) + (s[14] + s[15]));
  }

  /** Of n elements: u = asinh f, √(1 + f²) and z = b·u − a within ±limit. */
  static void sinhArcsinhInner(
      double a,
      double b,
      double limit,
      double[] f,
      int fFrom,
      double[] z,
      int zFrom,
      int n,
      double[] tape,
      int uFrom,
      int rootFrom) {
    for (int i = 0; i < n; i++) {
      double u = asinh(f[fFrom + i]);
      tape[uFrom + i] = u;
      tape[rootFrom + i] = root(f[fFrom + i]);
      z[zFrom + i] = Math.min(limit, Math.max(-limit, b * u - a));
    }
  }

  /** Elements from..n−1 of n; sums as in {@link #sinhArcsinhPullback}. */
  static void affinePullback(
      double b, double[] f, int fFrom, double[] bar, int barFrom, int from, int n, double[] sums) {
    int whole = n - n % PARTIAL_SUMS;
    for (int i = from; i < n; i++) {
      double g = bar[barFrom + i];
      int part = i < whole ? i % PARTIAL_SUMS : 0;
      sums[part] += g;
      sums[PARTIAL_SUMS + part] += g * f[fFrom + i];
      bar[barFrom + i] = g * b;
    }
  }

  /** tanh|x| = t/(t + 2), t = expm1(2|x|), with the sign of x. */
  static double tanh(double x) {
    double a = Math.abs(x);
    double t = expm1Ordinary(2.0 * (a > TANH_LIMIT ? TANH_LIMIT : a));
    return Math.copySign(t / (t + 2.0), x);
  }

  /** log x = k·log 2 + log m. */
  static double log(double x) {
    if (x >= Double.MIN_NORMAL && x <= LOG_LIMIT) {
      return logOrdinary(x, 0.0, 0.0);
    }
    if (x > 0 && x < Double.MIN_NORMAL) {
      return logOrdinary(x * 0x1p54, 0.0, -54.0);
    }
    if (x > LOG_LIMIT && x <= Double.MAX_VALUE) {
      return logOrdinary(0.5 * x, 0.0, 1.0);
    }
    if (x == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return x > 0 ? x : Double.NaN;
  }

  /** log(1 + x) = log(u) + c/u with u + c = 1 + x exactly. */
  static double log1p(double x) {
    if (!(x > -1.0 && x < LOG1P_LIMIT)) {
      return log(x + 1.0);
    }
    double u = 1.0 + x;
    double b = u - 1.0;
    double c = (1.0 - (u - b)) + (x - b);
    return Math.copySign(logOrdinary(u, c, 0.0), x);
  }

  /**
   * asinh|x| = k·log 2 + 2·atanh((m − 1)/(m + 1)), m·2ᵏ = |x| + √(1 + x²), with the sign of x; the
   * quotient is |x|/(1 + √(1 + x²)) when k = 0.
   */
  static double asinh(double x) {
    double a = Math.abs(x);
    if (!(a < ASINH_LIMIT)) {
      return Math.copySign(log(a) + (LN2_HIGH + LN2_LOW), x);
    }
    double root = Math.sqrt(Math.fma(a, a, 1.0));
    double u = a + root;
    double c = a - (u - root);
    long bits = Double.doubleToRawLongBits(u);
    long top = bits + EXPONENT_SHIFT;
    double m = Double.longBitsToDouble(bits - (top & EXPONENT_MASK) + ONE_BITS);
    double k = exponent(top);
    double numerator = Math.fma(c, inversePower(top), m - 1.0);
    double denominator = m + 1.0;
    numerator = k > 0 ? numerator : a;
    denominator = k > 0 ? denominator : root + 1.0;
    double d = 2.0 * numerator / denominator;
    double w = d * d;
    double y = Math.fma(k, LN2_HIGH, d + Math.fma(d * w, logPolynomial(w), k * LN2_LOW));
    return Math.copySign(y, x);
  }

  /** log(1 + eˣ) = max(x, 0) + 2·atanh(e/(2 + e)), e = exp(−|x|). */
  static double softplus(double x) {
    double e = exp(-Math.abs(x));
    double d = 2.0 * e / (e + 2.0);
    double w = d * d;
    double l = Math.fma(LOG1P_10, w, LOG1P_9);
    l = Math.fma(l, w, LOG1P_8);
    l = Math.fma(l, w, LOG1P_7);
    l = Math.fma(l, w, LOG1P_6);
    l = Math.fma(l, w, LOG1P_5);
    l = Math.fma(l, w, LOG1P_4);
    l = Math.fma(l, w, LOG1P_3);
    l = Math.fma(l, w, LOG1P_2);
    l = Math.fma(l, w, LOG1P_1);
    l = Math.fma(l, w, LOG1P_0);
    return (x > 0 ? x : 0.0) + Math.fma(d * w, l, d);
  }

  /** (x &lt; 0 ? e : 1)/(1 + e), e = exp(−|x|). */
  static double sigmoid(double x) {
    double e = exp(-Math.abs(x));
    return (x < 0 ? e : 1.0) / (e + 1.0);
  }

  /** φ(x) = exp(−x²/2)/√(2π). */
  static double normalPdf(double x) {
    double a = Math.abs(x);
    return INV_SQRT_2PI * expMinusHalfSquare(a > CDF_LIMIT ? CDF_LIMIT : a);
  }

  /** Φ(−t) = φ(t)·R(t) with the Mills ratio R, t = |x|; Φ(t) = 1 − Φ(−t). */
  static double normalCdf(double x) {
    double a = Math.abs(x);
    double tail = upperTail(a > CDF_LIMIT ? CDF_LIMIT : a);
    return x > 0 ? 1.0 - tail : tail;
  }

  /** log Φ(−t) = log(R(t)/√(2π)) − t²/2; log Φ(t) = log1p(−Φ(−t)). */
  static double normalLogCdf(double x) {
    if (Double.isNaN(x)) {
      return x;
    }
    double a = Math.abs(x);
    double t = a > LOG_CDF_LIMIT ? LOG_CDF_LIMIT : a;
    double mills = mills(t) * INV_SQRT_2PI;
    double near = a > CDF_LIMIT ? CDF_LIMIT : a;
    double tail = expMinusHalfSquare(near) * mills;
    double u = 1.0 - tail;
    double c = (1.0 - u) - tail;
    double logarithm = logOrdinary(x > 0 ? u : mills, x > 0 ? c : 0.0, 0.0);
    return logarithm - (x > 0 ? 0.0 : 0.5 * a * a);
  }

  private static double upperTail(double t) {
    return expMinusHalfSquare(t) * (mills(t) * INV_SQRT_2PI);
  }

  /** exp(−t²/2) with the rounding error of t², which exp would magnify, put back. */
  private static double expMinusHalfSquare(double t) {
    double square = t * t;
    double e = exp(-0.5 * square);
    return Math.fma(e, -0.5 * Math.fma(t, t, -square), e);
  }

  /** Mills ratio R(t) = (1 − Φ(t))/φ(t), t ≥ 0. */
  private static double mills(double t) {
    double v = 1.0 / (t + MILLS_CENTRE);
    double q = (t - MILLS_CENTRE) * v;
    double w = q * q;
    double even = Math.fma(MILLS_24, w, MILLS_22);
    even = Math.fma(even, w, MILLS_20);
    even = Math.fma(even, w, MILLS_18);
    even = Math.fma(even, w, MILLS_16);
    even = Math.fma(even, w, MILLS_14);
    even = Math.fma(even, w, MILLS_12);
    even = Math.fma(even, w, MILLS_10);
    even = Math.fma(even, w, MILLS_8);
    even = Math.fma(even, w, MILLS_6);
    even = Math.fma(even, w, MILLS_4);
    even = Math.fma(even, w, MILLS_2);
    even = Math.fma(even, w, MILLS_0);
    double odd = Math.fma(MILLS_25, w, MILLS_23);
    odd = Math.fma(odd, w, MILLS_21);
    odd = Math.fma(odd, w, MILLS_19);
    odd = Math.fma(odd, w, MILLS_17);
    odd = Math.fma(odd, w, MILLS_15);
    odd = Math.fma(odd, w, MILLS_13);
    odd = Math.fma(odd, w, MILLS_11);
    odd = Math.fma(odd, w, MILLS_9);
    odd = Math.fma(odd, w, MILLS_7);
    odd = Math.fma(odd, w, MILLS_5);
    odd = Math.fma(odd, w, MILLS_3);
    odd = Math.fma(odd, w, MILLS_1);
    return Math.fma(odd, q, even) * v;
  }

  /** k = x/log 2 to the nearest integer, as k + {@link Coefficients#ROUNDER}. */
  private static double rounded(double x) {
    return Math.fma(x, LOG2_E, ROUNDER);
  }

  /** r = x − k·log 2. */
  private static double reduced(double x, double rounded) {
    double k = rounded - ROUNDER;
    return Math.fma(k, -LN2_LOW, Math.fma(k, -LN2_HIGH, x));
  }

  private static double expm1Reduced(double r) {
    double w = r * r;
    return coshReduced(w) + sinhReduced(r, w);
  }

  /** sinh r. */
  private static double sinhReduced(double r, double w) {
    double s = Math.fma(SINH_4, w, SINH_3);
    s = Math.fma(s, w, SINH_2);
    s = Math.fma(s, w, SINH_1);
    s = Math.fma(s, w, SINH_0);
    return Math.fma(r * w, s, r);
  }

  /** cosh r − 1. */
  private static double coshReduced(double w) {
    double c = Math.fma(COSH_4, w, COSH_3);
    c = Math.fma(c, w, COSH_2);
    c = Math.fma(c, w, COSH_1);
    c = Math.fma(c, w, COSH_0);
    return w * c;
  }

  /** 2ᵏ/2 or 2⁻ᵏ/2. */
  private static double halfPower(double rounded, int sign) {
    return Double.longBitsToDouble(HALF_BITS + sign * (Double.doubleToRawLongBits(rounded) << 52));
  }

  /** eᵃ/2 where eᵃ may overflow although its half does not. */
  private static double halfExp(double a) {
    double e = exp(0.5 * a);
    return 0.5 * e * e;
  }

  /** log(u + c) + extra·log 2 for an ordinary u and a c below its last bit. */
  private static double logOrdinary(double u, double c, double extra) {
    long bits = Double.doubleToRawLongBits(u);
    long top = bits + EXPONENT_SHIFT;
    double k = exponent(top) + extra;
    double f = Double.longBitsToDouble(bits - (top & EXPONENT_MASK) + ONE_BITS) - 1.0;
    double d = 2.0 * f / (f + 2.0);
    double w = d * d;
    double correction = c * inversePower(top) * Math.fma(d, Math.fma(d, 0.5, -1.0), 1.0);
    double low = Math.fma(k, LN2_LOW, correction);
    double halfSquare = 0.5 * f * f;
    double rest = Math.fma(d, Math.fma(w, logPolynomial(w), 0.5 * halfSquare), low);
    return Math.fma(k, LN2_HIGH, f - (halfSquare - rest));
  }

  private static double logPolynomial(double w) {
    double l = Math.fma(LOG_6, w, LOG_5);
    l = Math.fma(l, w, LOG_4);
    l = Math.fma(l, w, LOG_3);
    l = Math.fma(l, w, LOG_2);
    l = Math.fma(l, w, LOG_1);
    l = Math.fma(l, w, LOG_0);
    return l;
  }

  /** k of m·2ᵏ. */
  private static double exponent(long top) {
    return Double.longBitsToDouble(top >>> 52 | INTEGER_BITS) - INTEGER_BASE;
  }

  /** 2⁻ᵏ. */
  private static double inversePower(long top) {
    return Double.longBitsToDouble(TOP_POWER_BITS - (top & EXPONENT_MASK));
  }
}
