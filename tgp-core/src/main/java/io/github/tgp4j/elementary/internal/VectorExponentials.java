package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/**
 * eˣ and its kin over slices; {@link ScalarRoutines} lane by lane, the same operations in the same
 * order, hence the same bits.
 *
 * <p>Functions that return a number stop before a vector with a lane out of the ordinary and say
 * how many elements they have done; the others want at least one vector.
 *
 * <p>Every loop is spelt out, {@link VectorElementary} says why. Polynomials take their
 * coefficients as numbers, which is faster, where that leaves the loop below the limit, and as
 * vectors elsewhere.
 */
final class VectorExponentials {
  private static final int LANES = SPECIES.length();

  private VectorExponentials() {}

  static int exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (v.abs().compare(GT, ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector k = v.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, v);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(ONE_BITS).reinterpretAsDoubles();
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
      p.lanewise(FMA, power, power).intoArray(y, at);
      v = next;
    }
    return n;
  }

  /** eˣ of anything: 2ᵏ comes in two factors, for subnormal results. */
  static void expWidely(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector k = v.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, v);
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
      p.lanewise(FMA, power, power)
          .mul(rest)
          .blend(Double.POSITIVE_INFINITY, v.compare(GT, EXP_LIMIT))
          .blend(ZERO, v.compare(LT, MINUS_EXP_LIMIT))
          .intoArray(y, at);
      v = next;
    }
  }

  static int expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      if (v.compare(GT, ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      VectorMask<Double> zero = v.compare(EQ, ZERO); // which keep their sign
      DoubleVector z = v.blend(MINUS_EXPM1_LIMIT, v.compare(LT, MINUS_EXPM1_LIMIT));
      DoubleVector k = z.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, z);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(ONE_BITS).reinterpretAsDoubles();
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
      DoubleVector value = power.lanewise(FMA, p, power.sub(ONE));
      value.blend(v, zero).intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      if (a.compare(GT, ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      LongVector sign = v.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
      DoubleVector k = a.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, a);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector power = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector up = power.add(HALF_BITS).reinterpretAsDoubles();
      DoubleVector down = HALF_BITS.sub(power).reinterpretAsDoubles();
      DoubleVector sinhK = up.sub(down);
      DoubleVector coshK = up.add(down);
      DoubleVector w = r.mul(r);
      DoubleVector c = w.lanewise(FMA, Coefficients.COSH_4, Coefficients.COSH_3);
      c = c.lanewise(FMA, w, Coefficients.COSH_2);
      c = c.lanewise(FMA, w, Coefficients.COSH_1);
      c = c.lanewise(FMA, w, Coefficients.COSH_0);
      DoubleVector s = w.lanewise(FMA, Coefficients.SINH_4, Coefficients.SINH_3);
      s = s.lanewise(FMA, w, Coefficients.SINH_2);
      s = s.lanewise(FMA, w, Coefficients.SINH_1);
      s = s.lanewise(FMA, w, Coefficients.SINH_0);
      DoubleVector rest = coshK.mul(r.mul(w).lanewise(FMA, s, r));
      DoubleVector magnitude = sinhK.add(sinhK.lanewise(FMA, w.mul(c), rest));
      magnitude.reinterpretAsLongs().lanewise(OR, sign).reinterpretAsDoubles().intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int sinhCosh(
      double[] x, int xFrom, double[] y, int yFrom, double[] cosh, int cFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      if (a.compare(GT, ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      LongVector sign = v.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
      DoubleVector k = a.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, a);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector power = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector up = power.add(HALF_BITS).reinterpretAsDoubles();
      DoubleVector down = HALF_BITS.sub(power).reinterpretAsDoubles();
      DoubleVector sinhK = up.sub(down);
      DoubleVector coshK = up.add(down);
      DoubleVector w = r.mul(r);
      DoubleVector c = w.lanewise(FMA, Coefficients.COSH_4, Coefficients.COSH_3);
      c = c.lanewise(FMA, w, Coefficients.COSH_2);
      c = c.lanewise(FMA, w, Coefficients.COSH_1);
      c = c.lanewise(FMA, w, Coefficients.COSH_0);
      DoubleVector s = w.lanewise(FMA, Coefficients.SINH_4, Coefficients.SINH_3);
      s = s.lanewise(FMA, w, Coefficients.SINH_2);
      s = s.lanewise(FMA, w, Coefficients.SINH_1);
      s = s.lanewise(FMA, w, Coefficients.SINH_0);
      DoubleVector even = w.mul(c);
      DoubleVector odd = r.mul(w).lanewise(FMA, s, r);
      DoubleVector magnitude = sinhK.add(sinhK.lanewise(FMA, even, coshK.mul(odd)));
      DoubleVector other = coshK.add(coshK.lanewise(FMA, even, sinhK.mul(odd)));
      other.intoArray(cosh, cFrom + Math.min(i, last));
      magnitude.reinterpretAsLongs().lanewise(OR, sign).reinterpretAsDoubles().intoArray(y, at);
      v = next;
    }
    return n;
  }

  static int cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    if (last < 0) {
      return 0;
    }
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      if (a.compare(GT, ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector k = a.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, a);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector power = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector up = power.add(HALF_BITS).reinterpretAsDoubles();
      DoubleVector down = HALF_BITS.sub(power).reinterpretAsDoubles();
      DoubleVector sinhK = up.sub(down);
      DoubleVector coshK = up.add(down);
      DoubleVector w = r.mul(r);
      DoubleVector c = w.lanewise(FMA, Coefficients.COSH_4, Coefficients.COSH_3);
      c = c.lanewise(FMA, w, Coefficients.COSH_2);
      c = c.lanewise(FMA, w, Coefficients.COSH_1);
      c = c.lanewise(FMA, w, Coefficients.COSH_0);
      DoubleVector s = w.lanewise(FMA, Coefficients.SINH_4, Coefficients.SINH_3);
      s = s.lanewise(FMA, w, Coefficients.SINH_2);
      s = s.lanewise(FMA, w, Coefficients.SINH_1);
      s = s.lanewise(FMA, w, Coefficients.SINH_0);
      DoubleVector rest = sinhK.mul(r.mul(w).lanewise(FMA, s, r));
      coshK.add(coshK.lanewise(FMA, w.mul(c), rest)).intoArray(y, at);
      v = next;
    }
    return n;
  }

  static void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      LongVector sign = v.reinterpretAsLongs().lanewise(AND, SIGN_BIT);
      DoubleVector a = v.abs();
      DoubleVector clamped = a.blend(TANH_LIMIT, a.compare(GT, TANH_LIMIT));
      DoubleVector z = clamped.mul(TWO);
      DoubleVector k = z.lanewise(FMA, LOG2_E, ROUNDER);
      DoubleVector j = k.sub(ROUNDER);
      DoubleVector high = j.lanewise(FMA, MINUS_LN2_HIGH, z);
      DoubleVector r = j.lanewise(FMA, MINUS_LN2_LOW, high);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(ONE_BITS).reinterpretAsDoubles();
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
      DoubleVector t = power.lanewise(FMA, p, power.sub(ONE));
      DoubleVector magnitude = t.div(t.add(TWO));
      magnitude.reinterpretAsLongs().lanewise(OR, sign).reinterpretAsDoubles().intoArray(y, at);
      v = next;
    }
  }

  static void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
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
      ONE.blend(e, v.compare(LT, ZERO)).div(e.add(ONE)).intoArray(y, at);
      v = next;
    }
  }

  static void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = yFrom + Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector a = v.abs();
      DoubleVector t = a.blend(CDF_LIMIT, a.compare(GT, CDF_LIMIT));
      DoubleVector square = t.mul(t);
      DoubleVector lost = t.lanewise(FMA, t, square.neg()).mul(MINUS_HALF);
      DoubleVector z = square.mul(MINUS_HALF); // not below −EXP_LIMIT, since t ≤ 40
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
      DoubleVector c = w.lanewise(FMA, COSH_4, COSH_3);
      c = c.lanewise(FMA, w, COSH_2);
      c = c.lanewise(FMA, w, COSH_1);
      c = c.lanewise(FMA, w, COSH_0);
      DoubleVector s = w.lanewise(FMA, SINH_4, SINH_3);
      s = s.lanewise(FMA, w, SINH_2);
      s = s.lanewise(FMA, w, SINH_1);
      s = s.lanewise(FMA, w, SINH_0);
      DoubleVector p = w.mul(c).add(r.mul(w).lanewise(FMA, s, r));
      DoubleVector e = p.lanewise(FMA, power, power).mul(rest);
      e.lanewise(FMA, lost, e).mul(INV_SQRT_2PI).intoArray(y, at);
      v = next;
    }
  }
}
