package io.github.tgp4j.elementary.internal;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Coefficients} in every lane.
 *
 * <p>A number in a loop costs half an operation's share of what the compiler is willing to inline
 * into one method, a constant vector nothing.
 */
final class VectorCoefficients {
  static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;

  static final DoubleVector HALF = lanes(0.5);
  static final DoubleVector MINUS_ONE = lanes(-1.0);
  static final DoubleVector ONE = lanes(1.0);
  static final DoubleVector LN2_HIGH = lanes(Coefficients.LN2_HIGH);
  static final DoubleVector LN2_LOW = lanes(Coefficients.LN2_LOW);
  static final DoubleVector ZERO = lanes(0.0);
  static final DoubleVector TWO = lanes(2.0);
  static final DoubleVector INV_SQRT_2PI = lanes(Coefficients.INV_SQRT_2PI);
  static final DoubleVector MINUS_HALF = lanes(-0.5);
  static final DoubleVector MILLS_CENTRE = lanes(Coefficients.MILLS_CENTRE);
  static final DoubleVector INTEGER_BASE = lanes(Coefficients.INTEGER_BASE);
  static final DoubleVector LOG1P_LIMIT = lanes(Coefficients.LOG1P_LIMIT);
  static final DoubleVector ASINH_LIMIT = lanes(Coefficients.ASINH_LIMIT);
  static final DoubleVector CDF_LIMIT = lanes(Coefficients.CDF_LIMIT);
  static final DoubleVector LOG_CDF_LIMIT = lanes(Coefficients.LOG_CDF_LIMIT);
  static final DoubleVector LOG2_E = lanes(Coefficients.LOG2_E);
  static final DoubleVector ROUNDER = lanes(Coefficients.ROUNDER);
  static final DoubleVector MINUS_LN2_HIGH = lanes(-Coefficients.LN2_HIGH);
  static final DoubleVector MINUS_LN2_LOW = lanes(-Coefficients.LN2_LOW);
  static final DoubleVector ONE_STEP_LIMIT = lanes(Coefficients.ONE_STEP_LIMIT);
  static final DoubleVector EXP_LIMIT = lanes(Coefficients.EXP_LIMIT);
  static final DoubleVector MINUS_EXP_LIMIT = lanes(-Coefficients.EXP_LIMIT);
  static final DoubleVector MINUS_EXPM1_LIMIT = lanes(-Coefficients.EXPM1_LIMIT);
  static final DoubleVector TANH_LIMIT = lanes(Coefficients.TANH_LIMIT);
  static final LongVector ONE_BITS = lanes(Coefficients.ONE_BITS);
  static final LongVector HALF_BITS = lanes(Coefficients.HALF_BITS);
  static final LongVector SIGN_BIT = lanes(Coefficients.SIGN_BIT);
  static final LongVector EXPONENT_SHIFT = lanes(Coefficients.EXPONENT_SHIFT);
  static final LongVector EXPONENT_MASK = lanes(Coefficients.EXPONENT_MASK);
  static final LongVector TOP_POWER_BITS = lanes(Coefficients.TOP_POWER_BITS);
  static final LongVector INTEGER_BITS = lanes(Coefficients.INTEGER_BITS);
  static final DoubleVector COSH_0 = lanes(Coefficients.COSH_0);
  static final DoubleVector COSH_1 = lanes(Coefficients.COSH_1);
  static final DoubleVector COSH_2 = lanes(Coefficients.COSH_2);
  static final DoubleVector COSH_3 = lanes(Coefficients.COSH_3);
  static final DoubleVector COSH_4 = lanes(Coefficients.COSH_4);
  static final DoubleVector SINH_0 = lanes(Coefficients.SINH_0);
  static final DoubleVector SINH_1 = lanes(Coefficients.SINH_1);
  static final DoubleVector SINH_2 = lanes(Coefficients.SINH_2);
  static final DoubleVector SINH_3 = lanes(Coefficients.SINH_3);
  static final DoubleVector SINH_4 = lanes(Coefficients.SINH_4);
  static final DoubleVector LOG_0 = lanes(Coefficients.LOG_0);
  static final DoubleVector LOG_1 = lanes(Coefficients.LOG_1);
  static final DoubleVector LOG_2 = lanes(Coefficients.LOG_2);
  static final DoubleVector LOG_3 = lanes(Coefficients.LOG_3);
  static final DoubleVector LOG_4 = lanes(Coefficients.LOG_4);
  static final DoubleVector LOG_5 = lanes(Coefficients.LOG_5);
  static final DoubleVector LOG_6 = lanes(Coefficients.LOG_6);
  static final DoubleVector MILLS_0 = lanes(Coefficients.MILLS_0);
  static final DoubleVector MILLS_1 = lanes(Coefficients.MILLS_1);
  static final DoubleVector MILLS_2 = lanes(Coefficients.MILLS_2);
  static final DoubleVector MILLS_3 = lanes(Coefficients.MILLS_3);
  static final DoubleVector MILLS_4 = lanes(Coefficients.MILLS_4);
  static final DoubleVector MILLS_5 = lanes(Coefficients.MILLS_5);
  static final DoubleVector MILLS_6 = lanes(Coefficients.MILLS_6);
  static final DoubleVector MILLS_7 = lanes(Coefficients.MILLS_7);
  static final DoubleVector MILLS_8 = lanes(Coefficients.MILLS_8);
  static final DoubleVector MILLS_9 = lanes(Coefficients.MILLS_9);
  static final DoubleVector MILLS_10 = lanes(Coefficients.MILLS_10);
  static final DoubleVector MILLS_11 = lanes(Coefficients.MILLS_11);
  static final DoubleVector MILLS_12 = lanes(Coefficients.MILLS_12);
  static final DoubleVector MILLS_13 = lanes(Coefficients.MILLS_13);
  static final DoubleVector MILLS_14 = lanes(Coefficients.MILLS_14);
  static final DoubleVector MILLS_15 = lanes(Coefficients.MILLS_15);
  static final DoubleVector MILLS_16 = lanes(Coefficients.MILLS_16);
  static final DoubleVector MILLS_17 = lanes(Coefficients.MILLS_17);
  static final DoubleVector MILLS_18 = lanes(Coefficients.MILLS_18);
  static final DoubleVector MILLS_19 = lanes(Coefficients.MILLS_19);
  static final DoubleVector MILLS_20 = lanes(Coefficients.MILLS_20);
  static final DoubleVector MILLS_21 = lanes(Coefficients.MILLS_21);
  static final DoubleVector MILLS_22 = lanes(Coefficients.MILLS_22);
  static final DoubleVector MILLS_23 = lanes(Coefficients.MILLS_23);
  static final DoubleVector MILLS_24 = lanes(Coefficients.MILLS_24);
  static final DoubleVector MILLS_25 = lanes(Coefficients.MILLS_25);

  private VectorCoefficients() {}

  private static DoubleVector lanes(double value) {
    return DoubleVector.broadcast(SPECIES, value);
  }

  private static LongVector lanes(long value) {
    return LongVector.broadcast(SPECIES.withLanes(long.class), value);
  }
}
