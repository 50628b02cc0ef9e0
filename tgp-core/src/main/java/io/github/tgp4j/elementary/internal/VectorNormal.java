package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;

/**
 * Φ and log Φ over slices, in three passes over blocks that fit the first-level cache:
 *
 * <pre>
 *   mills:  R(|x|)/√(2π)      tail:  Φ(−|x|) = exp(−x²/2)·R(|x|)/√(2π)      last:  Φ(x) or log Φ(x)
 * </pre>
 *
 * <p>Three, because one loop with all of it would be more than the compiler takes in one piece.
 */
final class VectorNormal {
  private static final int LANES = SPECIES.length();
  private static final int BLOCK = 256;

  /** Mills ratios in the first half, tails in the second. */
  private final ThreadLocal<double[]> work = ThreadLocal.withInitial(() -> new double[2 * BLOCK]);

  private final ScalarElementary scalar = new ScalarElementary();

  void cdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    double[] buffer = work.get();
    int i = 0;
    for (; n - i >= LANES; i += Math.min(BLOCK, n - i)) {
      int m = Math.min(BLOCK, n - i);
      mills(x, xFrom + i, buffer, m);
      tail(x, xFrom + i, buffer, m);
      lastOfCdf(x, xFrom + i, buffer, y, yFrom + i, m);
    }
    scalar.normalCdf(x, xFrom + i, y, yFrom + i, n - i);
  }

  void logCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    double[] buffer = work.get();
    int i = 0;
    for (; n - i >= LANES; i += Math.min(BLOCK, n - i)) {
      int m = Math.min(BLOCK, n - i);
      mills(x, xFrom + i, buffer, m);
      tail(x, xFrom + i, buffer, m);
      lastOfLogCdf(x, xFrom + i, buffer, y, yFrom + i, m);
    }
    scalar.normalLogCdf(x, xFrom + i, y, yFrom + i, n - i);
  }

  private static void mills(double[] x, int xFrom, double[] work, int n) {
    int last = n - LANES;
    for (int i = 0; i < n; i += LANES) {
      int at = Math.min(i, last);
      DoubleVector a = DoubleVector.fromArray(SPECIES, x, xFrom + at).abs();
      DoubleVector t = a.blend(LOG_CDF_LIMIT, a.compare(GT, LOG_CDF_LIMIT));
      DoubleVector inverse = ONE.div(t.add(MILLS_CENTRE));
      DoubleVector q = t.sub(MILLS_CENTRE).mul(inverse);
      DoubleVector w = q.mul(q);
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
      odd.lanewise(FMA, q, even).mul(inverse).mul(INV_SQRT_2PI).intoArray(work, at);
    }
  }

  private static void tail(double[] x, int xFrom, double[] work, int n) {
    int last = n - LANES;
    for (int i = 0; i < n; i += LANES) {
      int at = Math.min(i, last);
      DoubleVector mills = DoubleVector.fromArray(SPECIES, work, at);
      DoubleVector a = DoubleVector.fromArray(SPECIES, x, xFrom + at).abs();
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
      e.lanewise(FMA, lost, e).mul(mills).intoArray(work, BLOCK + at);
    }
  }

  private static void lastOfCdf(
      double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector tail = DoubleVector.fromArray(SPECIES, work, BLOCK + at);
      tail.blend(ONE.sub(tail), v.compare(GT, ZERO)).intoArray(y, yFrom + at);
      v = next;
    }
  }

  private static void lastOfLogCdf(
      double[] x, int xFrom, double[] work, double[] y, int yFrom, int n) {
    int last = n - LANES;
    DoubleVector v = DoubleVector.fromArray(SPECIES, x, xFrom);
    for (int i = 0; i < n; i += LANES) {
      int at = Math.min(i, last);
      DoubleVector next = DoubleVector.fromArray(SPECIES, x, xFrom + Math.min(i + LANES, last));
      DoubleVector mills = DoubleVector.fromArray(SPECIES, work, at);
      DoubleVector tail = DoubleVector.fromArray(SPECIES, work, BLOCK + at);
      VectorMask<Double> upper = v.compare(GT, ZERO);
      DoubleVector rise = ONE.sub(tail);
      DoubleVector u = mills.blend(rise, upper);
      DoubleVector c = ZERO.blend(ONE.sub(rise).sub(tail), upper); // what rise lost of 1 − tail
      DoubleVector parabola = v.mul(HALF).mul(v).blend(ZERO, upper);
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
      DoubleVector logarithm = k.lanewise(FMA, LN2_HIGH, f.sub(halfSquare.sub(rest)));
      logarithm.sub(parabola).intoArray(y, yFrom + at);
      v = next;
    }
  }
}
