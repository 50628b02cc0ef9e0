package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static io.github.tgp4j.elementary.internal.VectorRoutines.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
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
 * <p>Every loop spells its polynomials out: {@link VectorElementary} says why.
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
      DoubleVector k = exponent(top);
      DoubleVector f = mantissa(bits, top).sub(ONE);
      DoubleVector d = f.mul(TWO).div(f.add(TWO));
      DoubleVector low = k.mul(LN2_LOW);
      DoubleVector w = d.mul(d);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector halfSquare = f.mul(HALF).mul(f);
      DoubleVector rest = d.lanewise(FMA, w.lanewise(FMA, l, halfSquare.mul(HALF)), low);
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
      DoubleVector u = v.add(ONE);
      DoubleVector b = u.sub(ONE);
      DoubleVector c = ONE.sub(u.sub(b)).add(v.sub(b)); // what u lost of 1 + x
      LongVector bits = u.reinterpretAsLongs();
      LongVector top = bits.add(EXPONENT_SHIFT);
      DoubleVector k = exponent(top);
      DoubleVector f = mantissa(bits, top).sub(ONE);
      DoubleVector inverse = inversePower(top);
      DoubleVector d = f.mul(TWO).div(f.add(TWO));
      DoubleVector slope = d.lanewise(FMA, d.lanewise(FMA, HALF, MINUS_ONE), ONE);
      DoubleVector low = k.lanewise(FMA, LN2_LOW, c.mul(inverse).mul(slope));
      DoubleVector w = d.mul(d);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector halfSquare = f.mul(HALF).mul(f);
      DoubleVector rest = d.lanewise(FMA, w.lanewise(FMA, l, halfSquare.mul(HALF)), low);
      DoubleVector magnitude = k.lanewise(FMA, LN2_HIGH, f.sub(halfSquare.sub(rest)));
      magnitude
          .reinterpretAsLongs()
          .lanewise(AND, MAGNITUDE_BITS)
          .lanewise(OR, v.reinterpretAsLongs().lanewise(AND, SIGN_BIT))
          .reinterpretAsDoubles()
          .intoArray(y, at);
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
      if (!v.abs().compare(LT, ASINH_LIMIT).allTrue()) {
        return i;
      }
      DoubleVector a = v.abs();
      DoubleVector root = a.lanewise(FMA, a, ONE).sqrt();
      DoubleVector u = a.add(root);
      DoubleVector c = a.sub(u.sub(root)); // what u lost of a + root
      LongVector bits = u.reinterpretAsLongs();
      LongVector top = bits.add(EXPONENT_SHIFT);
      DoubleVector k = exponent(top);
      DoubleVector m = mantissa(bits, top);
      DoubleVector inverse = inversePower(top);
      VectorMask<Double> far = k.compare(GT, ZERO);
      DoubleVector numerator = a.blend(c.lanewise(FMA, inverse, m.sub(ONE)), far);
      DoubleVector d = numerator.mul(TWO).div(root.blend(m, far).add(ONE));
      DoubleVector w = d.mul(d);
      DoubleVector l = w.lanewise(FMA, LOG_6, LOG_5);
      l = l.lanewise(FMA, w, LOG_4);
      l = l.lanewise(FMA, w, LOG_3);
      l = l.lanewise(FMA, w, LOG_2);
      l = l.lanewise(FMA, w, LOG_1);
      l = l.lanewise(FMA, w, LOG_0);
      DoubleVector low = d.mul(w).lanewise(FMA, l, k.mul(LN2_LOW));
      DoubleVector magnitude = k.lanewise(FMA, LN2_HIGH, d.add(low));
      magnitude
          .reinterpretAsLongs()
          .lanewise(AND, MAGNITUDE_BITS)
          .lanewise(OR, v.reinterpretAsLongs().lanewise(AND, SIGN_BIT))
          .reinterpretAsDoubles()
          .intoArray(y, at);
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
      DoubleVector z = a.blend(-Coefficients.EXP_LIMIT, a.compare(LT, -Coefficients.EXP_LIMIT));
      DoubleVector k = z.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(z, k);
      LongVector bits = k.reinterpretAsLongs();
      LongVector half = bits.lanewise(LSHR, 1);
      DoubleVector power = power(half);
      DoubleVector rest = power(bits.sub(half));
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
      DoubleVector d = e.mul(TWO).div(e.add(TWO));
      DoubleVector q = d.mul(d);
      DoubleVector l = q.lanewise(FMA, LOG1P_10, LOG1P_9);
      l = l.lanewise(FMA, q, LOG1P_8);
      l = l.lanewise(FMA, q, LOG1P_7);
      l = l.lanewise(FMA, q, LOG1P_6);
      l = l.lanewise(FMA, q, LOG1P_5);
      l = l.lanewise(FMA, q, LOG1P_4);
      l = l.lanewise(FMA, q, LOG1P_3);
      l = l.lanewise(FMA, q, LOG1P_2);
      l = l.lanewise(FMA, q, LOG1P_1);
      l = l.lanewise(FMA, q, LOG1P_0);
      DoubleVector positive = ZERO.blend(v, v.compare(GT, ZERO));
      positive.add(d.mul(q).lanewise(FMA, l, d)).intoArray(y, at);
      v = next;
    }
  }
}
