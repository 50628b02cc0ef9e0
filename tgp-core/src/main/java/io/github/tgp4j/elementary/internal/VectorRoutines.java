package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.VectorCoefficients.*;
import static io.github.tgp4j.elementary.internal.VectorRoutines.*;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.OR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;

/**
 * What several loops of the vector functions share; {@link ScalarRoutines} lane by lane.
 *
 * <p>Not built on the vector API's own EXP, LOG, SINH and so on: their intrinsics round differently
 * from the code that runs until the loop is compiled, so a result would depend on when that
 * happens.
 *
 * <p>To be called early in a loop: late in a long one the compiler stops inlining what is not the
 * vector API's own. Constants are vectors, because a broadcast costs as many of the compiler's
 * nodes as its operation, except in exp and its kin, which are short and faster without the loads.
 */
final class VectorRoutines {
  private VectorRoutines() {}

  /** r = x − k·log 2, for k = x/log 2 to the nearest integer, as k + ROUNDER. */
  static DoubleVector reduced(DoubleVector x, DoubleVector rounded) {
    DoubleVector k = rounded.sub(Coefficients.ROUNDER);
    DoubleVector high = k.lanewise(FMA, broadcast(-Coefficients.LN2_HIGH), x);
    return k.lanewise(FMA, broadcast(-Coefficients.LN2_LOW), high);
  }

  /** 2ᵏ of an integer, or of the bits of k + ROUNDER. */
  static DoubleVector power(LongVector k) {
    return k.lanewise(LSHL, 52).add(Coefficients.ONE_BITS).reinterpretAsDoubles();
  }

  /** k of u = m·2ᵏ with √½ ≤ m &lt; √2, from top = bits of u + {@code EXPONENT_SHIFT}. */
  static DoubleVector exponent(LongVector top) {
    return top.lanewise(LSHR, 52)
        .lanewise(OR, INTEGER_BITS)
        .reinterpretAsDoubles()
        .sub(INTEGER_BASE);
  }

  /** m of u = m·2ᵏ. */
  static DoubleVector mantissa(LongVector bits, LongVector top) {
    return bits.sub(top.lanewise(AND, EXPONENT_MASK)).add(ONE_BITS).reinterpretAsDoubles();
  }

  /** 2⁻ᵏ. */
  static DoubleVector inversePower(LongVector top) {
    return TOP_POWER_BITS.sub(top.lanewise(AND, EXPONENT_MASK)).reinterpretAsDoubles();
  }

  static DoubleVector copySign(DoubleVector magnitude, DoubleVector sign) {
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
