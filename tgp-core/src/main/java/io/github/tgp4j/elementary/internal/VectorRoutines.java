package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/**
 * The elementary functions of a vector of values: {@link ScalarRoutines} lane by lane, the same
 * operations in the same order, hence the same bits.
 *
 * <p>Not built on the vector API's own EXP, LOG, SINH and so on: their intrinsics round differently
 * from the code that runs until the loop is compiled, so a result would depend on when that
 * happens. A function that has an {@code Ordinary} companion may only be asked for such values.
 *
 * <p>The compiler inlines only so many nodes into a loop, and a broadcast costs as many as its
 * operation; hence the constant vectors, except in exp and its kin, which are short enough and
 * faster without their loads.
 */
final class VectorRoutines {
  private VectorRoutines() {}

  /** 2ᵏ·(1 + p) for {@link #oneStepOrdinary} x. */
  static DoubleVector scaled(DoubleVector p, DoubleVector rounded) {
    DoubleVector s = power(rounded.reinterpretAsLongs());
    return p.lanewise(FMA, s, s);
  }

  /** 2ᵏ·(1 + p) for any x; 2ᵏ in two factors, for subnormal results. */
  static DoubleVector scaledWidely(DoubleVector p, DoubleVector rounded, DoubleVector x) {
    return scaledTwice(p, rounded)
        .blend(Double.POSITIVE_INFINITY, x.compare(GT, Coefficients.EXP_LIMIT))
        .blend(0.0, x.compare(LT, -Coefficients.EXP_LIMIT));
  }

  private static DoubleVector scaledTwice(DoubleVector p, DoubleVector rounded) {
    LongVector bits = rounded.reinterpretAsLongs();
    LongVector half = bits.lanewise(LSHR, 1);
    DoubleVector s = power(half);
    return p.lanewise(FMA, s, s).mul(power(bits.sub(half)));
  }

  private static DoubleVector power(LongVector k) {
    return k.lanewise(LSHL, 52).add(Coefficients.ONE_BITS).reinterpretAsDoubles();
  }

  /** eˣ for x ≤ 0. */
  private static DoubleVector expOfNegative(DoubleVector x) {
    DoubleVector clamped = x.blend(-Coefficients.EXP_LIMIT, x.compare(LT, -Coefficients.EXP_LIMIT));
    DoubleVector rounded = rounded(clamped);
    return scaledTwice(expm1Reduced(reduced(clamped, rounded)), rounded);
  }

  static boolean expm1Ordinary(DoubleVector x) {
    return !x.compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue();
  }

  static DoubleVector expm1(DoubleVector x) {
    return copySign(
        expm1Clamped(x.blend(-Coefficients.EXPM1_LIMIT, x.compare(LT, -Coefficients.EXPM1_LIMIT))),
        x);
  }

  private static DoubleVector expm1Clamped(DoubleVector x) {
    DoubleVector rounded = rounded(x);
    DoubleVector p = expm1Reduced(reduced(x, rounded));
    DoubleVector s = power(rounded.reinterpretAsLongs());
    return s.lanewise(FMA, p, s.sub(1.0));
  }

  static boolean oneStepOrdinary(DoubleVector x) {
    return !x.abs().compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue();
  }

  static DoubleVector sinh(DoubleVector x) {
    DoubleVector a = x.abs();
    DoubleVector rounded = rounded(a);
    DoubleVector r = reduced(a, rounded);
    DoubleVector w = r.mul(r);
    LongVector power = rounded.reinterpretAsLongs().lanewise(LSHL, 52);
    DoubleVector shift = power.add(Coefficients.HALF_BITS).reinterpretAsDoubles();
    DoubleVector inverse = HALF_BITS.sub(power).reinterpretAsDoubles();
    DoubleVector sinhK = shift.sub(inverse);
    DoubleVector coshK = shift.add(inverse);
    DoubleVector y = sinhK.lanewise(FMA, coshReduced(w), coshK.mul(sinhReduced(r, w)));
    return copySign(sinhK.add(y), x);
  }

  static DoubleVector cosh(DoubleVector x) {
    DoubleVector a = x.abs();
    DoubleVector rounded = rounded(a);
    DoubleVector r = reduced(a, rounded);
    DoubleVector w = r.mul(r);
    LongVector power = rounded.reinterpretAsLongs().lanewise(LSHL, 52);
    DoubleVector shift = power.add(Coefficients.HALF_BITS).reinterpretAsDoubles();
    DoubleVector inverse = HALF_BITS.sub(power).reinterpretAsDoubles();
    DoubleVector sinhK = shift.sub(inverse);
    DoubleVector coshK = shift.add(inverse);
    return coshK.add(coshK.lanewise(FMA, coshReduced(w), sinhK.mul(sinhReduced(r, w))));
  }

  static DoubleVector tanh(DoubleVector x) {
    DoubleVector a = x.abs();
    DoubleVector clamped = a.blend(Coefficients.TANH_LIMIT, a.compare(GT, Coefficients.TANH_LIMIT));
    DoubleVector t = expm1Clamped(clamped.mul(TWO));
    return copySign(t.div(t.add(TWO)), x);
  }

  static boolean logOrdinary(DoubleVector x) {
    return x.compare(GE, Double.MIN_NORMAL).and(x.compare(LE, Coefficients.LOG_LIMIT)).allTrue();
  }

  static DoubleVector log(DoubleVector x) {
    LongVector bits = x.reinterpretAsLongs();
    LongVector top = bits.add(EXPONENT_SHIFT);
    DoubleVector k = exponent(top);
    DoubleVector f = mantissa(bits, top).sub(ONE);
    return logSum(k, f, f.mul(TWO).div(f.add(TWO)), k.mul(LN2_LOW));
  }

  static boolean log1pOrdinary(DoubleVector x) {
    return x.compare(GT, MINUS_ONE).and(x.compare(LT, LOG1P_LIMIT)).allTrue();
  }

  static DoubleVector log1p(DoubleVector x) {
    DoubleVector u = x.add(ONE);
    DoubleVector b = u.sub(ONE);
    DoubleVector c = ONE.sub(u.sub(b)).add(x.sub(b));
    LongVector sign = x.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
    return log(u, c) // copySign, but so late in the method the compiler would not inline it
        .reinterpretAsLongs()
        .lanewise(AND, MAGNITUDE_BITS)
        .lanewise(OR, sign)
        .reinterpretAsDoubles();
  }

  static boolean asinhOrdinary(DoubleVector x) {
    return x.abs().compare(LT, ASINH_LIMIT).allTrue();
  }

  static DoubleVector asinh(DoubleVector x) {
    DoubleVector a = x.abs();
    DoubleVector root = a.lanewise(FMA, a, ONE).sqrt();
    DoubleVector u = a.add(root);
    DoubleVector c = a.sub(u.sub(root));
    LongVector bits = u.reinterpretAsLongs();
    LongVector top = bits.add(EXPONENT_SHIFT);
    DoubleVector m = mantissa(bits, top);
    DoubleVector k = exponent(top);
    VectorMask<Double> far = k.compare(GT, ZERO);
    DoubleVector numerator = a.blend(c.lanewise(FMA, inversePower(top), m.sub(ONE)), far);
    DoubleVector denominator = root.blend(m, far).add(ONE);
    DoubleVector d = numerator.mul(TWO).div(denominator);
    DoubleVector w = d.mul(d);
    DoubleVector low = d.mul(w).lanewise(FMA, logPolynomial(w), k.mul(LN2_LOW));
    return copySign(k.lanewise(FMA, LN2_HIGH, d.add(low)), x);
  }

  static DoubleVector softplus(DoubleVector x) {
    DoubleVector e = expOfNegative(x.abs().neg());
    DoubleVector d = e.mul(TWO).div(e.add(TWO));
    DoubleVector w = d.mul(d);
    DoubleVector l = w.lanewise(FMA, LOG1P_10, LOG1P_9);
    l = l.lanewise(FMA, w, LOG1P_8);
    l = l.lanewise(FMA, w, LOG1P_7);
    l = l.lanewise(FMA, w, LOG1P_6);
    l = l.lanewise(FMA, w, LOG1P_5);
    l = l.lanewise(FMA, w, LOG1P_4);
    l = l.lanewise(FMA, w, LOG1P_3);
    l = l.lanewise(FMA, w, LOG1P_2);
    l = l.lanewise(FMA, w, LOG1P_1);
    l = l.lanewise(FMA, w, LOG1P_0);
    DoubleVector positive = ZERO.blend(x, x.compare(GT, ZERO));
    return positive.add(d.mul(w).lanewise(FMA, l, d));
  }

  static DoubleVector sigmoid(DoubleVector x) {
    DoubleVector e = expOfNegative(x.abs().neg());
    return ONE.blend(e, x.compare(LT, ZERO)).div(e.add(ONE));
  }

  static DoubleVector normalPdf(DoubleVector x) {
    DoubleVector a = x.abs();
    return expMinusHalfSquare(a.blend(CDF_LIMIT, a.compare(GT, CDF_LIMIT))).mul(INV_SQRT_2PI);
  }

  /** The first step of Φ and log Φ: R(|x|)/√(2π) with the Mills ratio R. */
  static DoubleVector normalMills(DoubleVector x) {
    DoubleVector a = x.abs();
    return mills(a.blend(LOG_CDF_LIMIT, a.compare(GT, LOG_CDF_LIMIT))).mul(INV_SQRT_2PI);
  }

  /** The third step of Φ. */
  static DoubleVector normalCdf(DoubleVector x, DoubleVector tail) {
    return tail.blend(ONE.sub(tail), x.compare(GT, ZERO));
  }

  /** The second step: Φ(−|x|). */
  static DoubleVector normalTail(DoubleVector x, DoubleVector mills) {
    DoubleVector a = x.abs();
    return expMinusHalfSquare(a.blend(CDF_LIMIT, a.compare(GT, CDF_LIMIT))).mul(mills);
  }

  /** The third step of log Φ. */
  static DoubleVector normalLogCdf(DoubleVector x, DoubleVector mills, DoubleVector tail) {
    VectorMask<Double> upper = x.compare(GT, ZERO);
    DoubleVector u = ONE.sub(tail);
    DoubleVector c = ONE.sub(u).sub(tail);
    DoubleVector logarithm = log(mills.blend(u, upper), ZERO.blend(c, upper));
    DoubleVector y = logarithm.sub(x.mul(HALF).mul(x).blend(ZERO, upper));
    return y.blend(x, x.compare(NE, x));
  }

  private static DoubleVector expMinusHalfSquare(DoubleVector t) {
    DoubleVector square = t.mul(t);
    DoubleVector e = expOfNegative(square.mul(MINUS_HALF));
    return e.lanewise(FMA, t.lanewise(FMA, t, square.neg()).mul(MINUS_HALF), e);
  }

  private static DoubleVector mills(DoubleVector t) {
    DoubleVector v = ONE.div(t.add(MILLS_CENTRE));
    DoubleVector q = t.sub(MILLS_CENTRE).mul(v);
    DoubleVector w = q.mul(q);
    return millsOdd(w).lanewise(FMA, q, millsEven(w)).mul(v);
  }

  private static DoubleVector millsEven(DoubleVector w) {
    DoubleVector even = w.lanewise(FMA, MILLS_24, MILLS_22);
    even = even.lanewise(FMA, w, MILLS_20);
    even = even.lanewise(FMA, w, MILLS_18);
    even = even.lanewise(FMA, w, MILLS_16);
    even = even.lanewise(FMA, w, MILLS_14);
    even = even.lanewise(FMA, w, MILLS_12);
    even = even.lanewise(FMA, w, MILLS_10);
    even = even.lanewise(FMA, w, MILLS_8);
    even = even.lanewise(FMA, w, MILLS_6);
    even = even.lanewise(FMA, w, MILLS_4);
    even = even.lanewise(FMA, w, MILLS_2);
    even = even.lanewise(FMA, w, MILLS_0);
    return even;
  }

  private static DoubleVector millsOdd(DoubleVector w) {
    DoubleVector odd = w.lanewise(FMA, MILLS_25, MILLS_23);
    odd = odd.lanewise(FMA, w, MILLS_21);
    odd = odd.lanewise(FMA, w, MILLS_19);
    odd = odd.lanewise(FMA, w, MILLS_17);
    odd = odd.lanewise(FMA, w, MILLS_15);
    odd = odd.lanewise(FMA, w, MILLS_13);
    odd = odd.lanewise(FMA, w, MILLS_11);
    odd = odd.lanewise(FMA, w, MILLS_9);
    odd = odd.lanewise(FMA, w, MILLS_7);
    odd = odd.lanewise(FMA, w, MILLS_5);
    odd = odd.lanewise(FMA, w, MILLS_3);
    odd = odd.lanewise(FMA, w, MILLS_1);
    return odd;
  }

  /** k = x/log 2 to the nearest integer, as k + {@link Coefficients#ROUNDER}. */
  static DoubleVector rounded(DoubleVector x) {
    return x.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
  }

  /** r = x − k·log 2. */
  static DoubleVector reduced(DoubleVector x, DoubleVector rounded) {
    DoubleVector k = rounded.sub(Coefficients.ROUNDER);
    DoubleVector high = k.lanewise(FMA, broadcast(-Coefficients.LN2_HIGH), x);
    return k.lanewise(FMA, broadcast(-Coefficients.LN2_LOW), high);
  }

  static DoubleVector expm1Reduced(DoubleVector r) {
    DoubleVector w = r.mul(r);
    return coshReduced(w).add(sinhReduced(r, w));
  }

  private static DoubleVector sinhReduced(DoubleVector r, DoubleVector w) {
    DoubleVector s = w.lanewise(FMA, Coefficients.SINH_4, Coefficients.SINH_3);
    s = s.lanewise(FMA, w, Coefficients.SINH_2);
    s = s.lanewise(FMA, w, Coefficients.SINH_1);
    s = s.lanewise(FMA, w, Coefficients.SINH_0);
    return r.mul(w).lanewise(FMA, s, r);
  }

  private static DoubleVector coshReduced(DoubleVector w) {
    DoubleVector c = w.lanewise(FMA, Coefficients.COSH_4, Coefficients.COSH_3);
    c = c.lanewise(FMA, w, Coefficients.COSH_2);
    c = c.lanewise(FMA, w, Coefficients.COSH_1);
    c = c.lanewise(FMA, w, Coefficients.COSH_0);
    return w.mul(c);
  }

  /** log(u + c) for ordinary u and a c below its last bit. */
  private static DoubleVector log(DoubleVector u, DoubleVector c) {
    LongVector bits = u.reinterpretAsLongs();
    LongVector top = bits.add(EXPONENT_SHIFT);
    DoubleVector k = exponent(top);
    DoubleVector f = mantissa(bits, top).sub(ONE);
    DoubleVector d = f.mul(TWO).div(f.add(TWO));
    DoubleVector slope = d.lanewise(FMA, d.lanewise(FMA, HALF, MINUS_ONE), ONE);
    DoubleVector correction = c.mul(inversePower(top)).mul(slope);
    return logSum(k, f, d, k.lanewise(FMA, LN2_LOW, correction));
  }

  /** k·log 2 + log(1 + f), d = 2f/(2 + f), with the small addends in {@code low}. */
  private static DoubleVector logSum(
      DoubleVector k, DoubleVector f, DoubleVector d, DoubleVector low) {
    DoubleVector w = d.mul(d);
    DoubleVector halfSquare = f.mul(HALF).mul(f);
    DoubleVector inner = w.lanewise(FMA, logPolynomial(w), halfSquare.mul(HALF));
    DoubleVector rest = d.lanewise(FMA, inner, low);
    return k.lanewise(FMA, LN2_HIGH, f.sub(halfSquare.sub(rest)));
  }

  private static DoubleVector logPolynomial(DoubleVector w) {
    DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
    l = l.lanewise(FMA, w, LOG_4);
    l = l.lanewise(FMA, w, LOG_3);
    l = l.lanewise(FMA, w, LOG_2);
    l = l.lanewise(FMA, w, LOG_1);
    l = l.lanewise(FMA, w, LOG_0);
    return l;
  }

  private static DoubleVector mantissa(LongVector bits, LongVector top) {
    return bits.sub(top.lanewise(AND, EXPONENT_MASK)).add(ONE_BITS).reinterpretAsDoubles();
  }

  private static DoubleVector exponent(LongVector top) {
    return top.lanewise(LSHR, 52)
        .lanewise(OR, INTEGER_BITS)
        .reinterpretAsDoubles()
        .sub(INTEGER_BASE);
  }

  private static DoubleVector inversePower(LongVector top) {
    return TOP_POWER_BITS.sub(top.lanewise(AND, EXPONENT_MASK)).reinterpretAsDoubles();
  }

  private static DoubleVector copySign(DoubleVector magnitude, DoubleVector sign) {
    return magnitude
        .reinterpretAsLongs()
        .lanewise(AND, MAGNITUDE_BITS)
        .lanewise(OR, sign.reinterpretAsLongs().lanewise(AND, SIGN_BIT))
        .reinterpretAsDoubles();
  }

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(SPECIES, value);
  }
}
