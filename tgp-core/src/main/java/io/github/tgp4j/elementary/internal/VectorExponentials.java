package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static io.github.tgp4j.elementary.internal.VectorRoutines.*;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;

/**
 * eˣ and its kin over slices; {@link ScalarRoutines} lane by lane, the same operations in the same
 * order, hence the same bits.
 *
 * <p>Functions that return a number stop before a vector with a lane out of the ordinary and say
 * how many elements they have done; the others want at least one vector.
 *
 * <p>Every loop spells its polynomials out: {@link VectorElementary} says why.
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
      if (v.abs().compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector k = v.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(v, k);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(Coefficients.ONE_BITS).reinterpretAsDoubles();
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
      DoubleVector k = v.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(v, k);
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
      p.lanewise(FMA, power, power)
          .mul(rest)
          .blend(Double.POSITIVE_INFINITY, v.compare(GT, Coefficients.EXP_LIMIT))
          .blend(0.0, v.compare(LT, -Coefficients.EXP_LIMIT))
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
      if (v.compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector z = v.blend(-Coefficients.EXPM1_LIMIT, v.compare(LT, -Coefficients.EXPM1_LIMIT));
      DoubleVector k = z.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(z, k);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(Coefficients.ONE_BITS).reinterpretAsDoubles();
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
      copySign(power.lanewise(FMA, p, power.sub(1.0)), v).intoArray(y, at);
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
      if (v.abs().compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector a = v.abs();
      DoubleVector k = a.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(a, k);
      LongVector power = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector up = power.add(Coefficients.HALF_BITS).reinterpretAsDoubles();
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
      copySign(sinhK.add(sinhK.lanewise(FMA, w.mul(c), rest)), v).intoArray(y, at);
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
      if (v.abs().compare(GT, Coefficients.ONE_STEP_LIMIT).anyTrue()) {
        return i;
      }
      DoubleVector a = v.abs();
      DoubleVector k = a.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(a, k);
      LongVector power = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector up = power.add(Coefficients.HALF_BITS).reinterpretAsDoubles();
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
      DoubleVector a = v.abs();
      DoubleVector clamped =
          a.blend(Coefficients.TANH_LIMIT, a.compare(GT, Coefficients.TANH_LIMIT));
      DoubleVector z = clamped.mul(TWO);
      DoubleVector k = z.lanewise(FMA, Coefficients.LOG2_E, Coefficients.ROUNDER);
      DoubleVector r = reduced(z, k);
      LongVector shifted = k.reinterpretAsLongs().lanewise(LSHL, 52);
      DoubleVector power = shifted.add(Coefficients.ONE_BITS).reinterpretAsDoubles();
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
      DoubleVector t = power.lanewise(FMA, p, power.sub(1.0));
      copySign(t.div(t.add(TWO)), v).intoArray(y, at);
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
      DoubleVector h = square.mul(MINUS_HALF);
      DoubleVector z = h.blend(-Coefficients.EXP_LIMIT, h.compare(LT, -Coefficients.EXP_LIMIT));
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
      e.lanewise(FMA, lost, e).mul(INV_SQRT_2PI).intoArray(y, at);
      v = next;
    }
  }
}
