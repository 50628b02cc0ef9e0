package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/**
 * log and its kin over slices, as {@link VectorExponentials} does them: the functions that return a
 * number stop before a vector with a lane out of the ordinary.
 *
 * <p>Every loop is spelt out: {@link VectorElementary} says why.
 */
final class VectorLogarithms {
  private static final int LANES = SPECIES.length();

  private VectorLogarithms() {}

  static int log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (!v.compare(GE, Double.MIN_NORMAL).and(v.compare(LE, Coefficients.LOG_LIMIT)).allTrue()) {
        return i;
      }
      LongVector bits = v.reinterpretAsLongs();
      LongVector top = bits.add(EXPONENT_SHIFT);
      LongVector integer = top.lanewise(LSHR, 52).lanewise(OR, INTEGER_BITS);
      DoubleVector k = integer.reinterpretAsDoubles().sub(INTEGER_BASE);
      LongVector binade = top.lanewise(AND, EXPONENT_MASK);
      DoubleVector f = bits.sub(binade).add(ONE_BITS).reinterpretAsDoubles().sub(ONE);
      DoubleVector d = f.div(f.lanewise(FMA, HALF, ONE));
      DoubleVector low = k.mul(LN2_LOW);
      DoubleVector w = d.mul(d);
      DoubleVector halfSquare = f.mul(HALF).mul(f);
      DoubleVector quarterSquare = halfSquare.mul(HALF);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector rest = d.lanewise(FMA, w.lanewise(FMA, l, quarterSquare), low);
      k.lanewise(FMA, LN2_HIGH, f.sub(halfSquare.sub(rest))).intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (!v.compare(GT, MINUS_ONE).and(v.compare(LT, LOG1P_LIMIT)).allTrue()) {
        return i;
      }
      VectorMask<Double> zero = v.compare(EQ, ZERO); // which keep their sign
      DoubleVector u = v.add(ONE);
      DoubleVector b = u.sub(ONE);
      DoubleVector c = ONE.sub(u.sub(b)).add(v.sub(b)); // what u lost of 1 + x
      LongVector top = u.reinterpretAsLongs().add(EXPONENT_SHIFT);
      LongVector integer = top.lanewise(LSHR, 52).lanewise(OR, INTEGER_BITS);
      DoubleVector k = integer.reinterpretAsDoubles().sub(INTEGER_BASE);
      LongVector binade = top.lanewise(AND, EXPONENT_MASK);
      DoubleVector inverse = TOP_POWER_BITS.sub(binade).reinterpretAsDoubles(); // 2⁻ᵏ
      DoubleVector f = u.lanewise(FMA, inverse, MINUS_ONE);
      DoubleVector d = f.div(f.lanewise(FMA, HALF, ONE));
      DoubleVector slope = d.lanewise(FMA, d.lanewise(FMA, HALF, MINUS_ONE), ONE);
      DoubleVector low = k.lanewise(FMA, LN2_LOW, c.mul(inverse).mul(slope));
      DoubleVector w = d.mul(d);
      DoubleVector halfSquare = f.mul(HALF).mul(f);
      DoubleVector quarterSquare = halfSquare.mul(HALF);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector rest = d.lanewise(FMA, w.lanewise(FMA, l, quarterSquare), low);
      DoubleVector value = k.lanewise(FMA, LN2_HIGH, f.sub(halfSquare.sub(rest)));
      value.blend(v, zero).intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      if (!a.compare(LT, ASINH_LIMIT).allTrue()) {
        return i;
      }
      LongVector sign = v.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
      DoubleVector root = a.lanewise(FMA, a, ONE).sqrt();
      DoubleVector u = a.add(root);
      DoubleVector c = a.sub(u.sub(root)); // what u lost of a + root
      LongVector top = u.reinterpretAsLongs().add(EXPONENT_SHIFT);
      LongVector integer = top.lanewise(LSHR, 52).lanewise(OR, INTEGER_BITS);
      DoubleVector k = integer.reinterpretAsDoubles().sub(INTEGER_BASE);
      LongVector binade = top.lanewise(AND, EXPONENT_MASK);
      DoubleVector inverse = TOP_POWER_BITS.sub(binade).reinterpretAsDoubles(); // 2⁻ᵏ
      DoubleVector m = u.mul(inverse);
      VectorMask<Double> far = k.compare(GT, ZERO);
      DoubleVector numerator = a.blend(c.lanewise(FMA, inverse, m.sub(ONE)), far);
      DoubleVector d = numerator.div(root.blend(m, far).lanewise(FMA, HALF, HALF));
      DoubleVector w = d.mul(d);
      DoubleVector cube = d.mul(w);
      DoubleVector kLow = k.mul(LN2_LOW);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector low = cube.lanewise(FMA, l, kLow);
      DoubleVector magnitude = k.lanewise(FMA, LN2_HIGH, d.add(low));
      magnitude.reinterpretAsLongs().lanewise(OR, sign).reinterpretAsDoubles().intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int sinhArcsinhInner(
      double scale,
      double shift,
      double limit,
      double[] x,
      int xFrom,
      double[] z,
      int zFrom,
      int n,
      double[] tape,
      int uFrom,
      int rootFrom) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      if (!a.compare(LT, ASINH_LIMIT).allTrue()) {
        return i;
      }
      LongVector sign = v.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
      DoubleVector root = a.lanewise(FMA, a, ONE).sqrt();
      root.intoArray(tape, rootFrom + at);
      DoubleVector u = a.add(root);
      DoubleVector c = a.sub(u.sub(root)); // what u lost of a + root
      LongVector top = u.reinterpretAsLongs().add(EXPONENT_SHIFT);
      LongVector integer = top.lanewise(LSHR, 52).lanewise(OR, INTEGER_BITS);
      DoubleVector k = integer.reinterpretAsDoubles().sub(INTEGER_BASE);
      LongVector binade = top.lanewise(AND, EXPONENT_MASK);
      DoubleVector inverse = TOP_POWER_BITS.sub(binade).reinterpretAsDoubles(); // 2⁻ᵏ
      DoubleVector m = u.mul(inverse);
      VectorMask<Double> far = k.compare(GT, ZERO);
      DoubleVector numerator = a.blend(c.lanewise(FMA, inverse, m.sub(ONE)), far);
      DoubleVector d = numerator.div(root.blend(m, far).lanewise(FMA, HALF, HALF));
      DoubleVector w = d.mul(d);
      DoubleVector cube = d.mul(w);
      DoubleVector kLow = k.mul(LN2_LOW);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector low = cube.lanewise(FMA, l, kLow);
      DoubleVector magnitude = k.lanewise(FMA, LN2_HIGH, d.add(low));
      DoubleVector value = magnitude.reinterpretAsLongs().lanewise(OR, sign).reinterpretAsDoubles();
      value.intoArray(tape, uFrom + at);
      DoubleVector inner = value.mul(scale).sub(shift);
      inner
          .blend(limit, inner.compare(GT, limit))
          .blend(-limit, inner.compare(LT, -limit))
          .intoArray(z, zFrom + at);
      v = next;
    }
    return n;
  }

  static void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs().neg();
      DoubleVector z = a.blend(MINUS_EXP_LIMIT, a.compare(LT, MINUS_EXP_LIMIT));
      DoubleVector k = z.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, z);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector bits = k.reinterpretAsLongs();
      LongVector half = bits.lanewise(LSHR, 1);
      LongVector shifted = half.lanewise(LSHL, 52);
      DoubleVector power = shifted.add(ONE_BITS).reinterpretAsDoubles();
      LongVector restShifted = bits.sub(half).lanewise(LSHL, 52);
      DoubleVector rest = restShifted.add(ONE_BITS).reinterpretAsDoubles();
      DoubleVector w = r.mul(r);
      DoubleVector c = w.lanewise(FMA, Coefficients.COSH_4, Coefficients.COSH_3);
      c = c.lanewise(FMA, w, Coefficients.COSH_2);
      c = c.lanewise(FMA, w, Coefficients.COSH_1);
      c = c.lanewise(FMA, w, Coefficients.COSH_0);
      DoubleVector s = w.lanewise(FMA, Coefficients.SINH_4, Coefficients.SINH_3);
      s = s.lanewise(FMA, w, Coefficients.SINH_2);
      s = s.lanewise(FMA, w, Coefficients.SINH_1);
      s = s.lanewise(FMA, w, Coefficients.SINH_0);
      DoubleVector p = w.mul(c).add(r.mul(w).lanewise(FMA, s, r));
      DoubleVector e = p.lanewise(FMA, power, power).mul(rest);
      DoubleVector d = e.div(e.lanewise(FMA, HALF, ONE));
      DoubleVector q = d.mul(d);
      DoubleVector l = q.lanewise(FMA, Coefficients.LOG1P_10, Coefficients.LOG1P_9);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_8);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_7);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_6);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_5);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_4);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_3);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_2);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_1);
      l = l.lanewise(FMA, q, Coefficients.LOG1P_0);
      DoubleVector positive = ZERO.blend(v, v.compare(GT, ZERO));
      positive.add(d.mul(q).lanewise(FMA, l, d)).intoArray(y, at);
      v = next;
    }
  }
}
