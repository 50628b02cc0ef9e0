package io.github.tgp4j.elementary.internal;

/**
 * The constants that the scalar and the vector routines share, so that both give the same bits; the
 * polynomials come from reference/elementary_coefficients.py, lowest power first.
 */
final class Coefficients {
  static final double LOG2_E = 1.4426950408889634;

  /** log 2 in two parts; the first ends in zeros, so that its product with an exponent is exact. */
  static final double LN2_HIGH = 0x1.62e42fefa38p-1;

  static final double LN2_LOW = 0x1.ef35793c7673p-45;

  /** Adding it rounds a value to an integer, which the low bits of the sum then hold. */
  static final double ROUNDER = 0x1.8p52;

  /** Bits of 1.0 and 0.5; adding k &lt;&lt; 52 multiplies by 2ᵏ. */
  static final long ONE_BITS = 0x3ff0000000000000L;

  static final long HALF_BITS = 0x3fe0000000000000L;

  static final long SIGN_BIT = 0x8000000000000000L;

  /** Added to a value's bits, leaves 1023 + k in the top ones, where value = m·2ᵏ, √½ ≤ m ≤ √2. */
  static final long EXPONENT_SHIFT = 0x3ff0000000000000L - 0x3fe6a09e667f3bcdL;

  static final long EXPONENT_MASK = 0xfff0000000000000L;

  /** Bits of 2¹⁰²³: minus (1023 + k) &lt;&lt; 52 they are those of 2⁻ᵏ. */
  static final long TOP_POWER_BITS = 0x7fe0000000000000L;

  /** An integer below 2⁵² OR-ed into these bits gives 2⁵² plus that integer. */
  static final long INTEGER_BITS = 0x4330000000000000L;

  static final double INTEGER_BASE = 0x1p52 + 1023;

  /** Beyond it, on either side, eˣ is 0 or ∞, and 2ᵏ still splits into two ordinary factors. */
  static final double EXP_LIMIT = 800.0;

  /** Up to here 2ᵏ and 2⁻ᵏ are ordinary numbers. */
  static final double ONE_STEP_LIMIT = 700.0;

  /** tanh is 1 from here on. */
  static final double TANH_LIMIT = 22.0;

  /** expm1 is −1 below its negative. */
  static final double EXPM1_LIMIT = 60.0;

  /** From here on √(1 + x²) = x. */
  static final double ASINH_LIMIT = 0x1p28;

  /** Up to here 1023 + k stays below the exponent of ∞. */
  static final double LOG_LIMIT = 0x1p1023;

  static final double LOG1P_LIMIT = 0x1p1000;

  /** Φ(−t) is 0 from here on. */
  static final double CDF_LIMIT = 40.0;

  /** Beyond it t²/2 overflows, so that log Φ(−t) is −∞ whatever the Mills ratio; makes ∞ finite. */
  static final double LOG_CDF_LIMIT = 1e154;

  static final double MILLS_CENTRE = 4.0;

  static final double INV_SQRT_2PI = 0.3989422804014327;

  /** sinh r = r + r·w·S(w) with w = r² and |r| ≤ log(2)/2. */
  static final double SINH_0 = 0.16666666666666669;

  static final double SINH_1 = 0.008333333333330062;
  static final double SINH_2 = 0.00019841269863053618;
  static final double SINH_3 = 2.7557268459997064e-6;
  static final double SINH_4 = 2.510038549551032e-8;

  /** cosh r = 1 + w·C(w) with w = r² and |r| ≤ log(2)/2. */
  static final double COSH_0 = 0.5000000000000001;

  static final double COSH_1 = 0.04166666666662413;
  static final double COSH_2 = 0.0013888888917213717;
  static final double COSH_3 = 2.4801521295954376e-5;
  static final double COSH_4 = 2.7620088445409746e-7;

  /** 2·atanh(d/2) = d + d·w·L(w) with w = d² and |d| ≤ 2(√2 − 1)/(√2 + 1). */
  static final double LOG_0 = 0.08333333333333337;

  static final double LOG_1 = 0.012499999999968557;
  static final double LOG_2 = 0.002232142861408677;
  static final double LOG_3 = 0.00043402756104927363;
  static final double LOG_4 = 8.878364153413595e-5;
  static final double LOG_5 = 1.8715453654228342e-5;
  static final double LOG_6 = 4.4606693053777516e-6;

  /** The same for |d| ≤ 2/3. */
  static final double LOG1P_0 = 0.08333333333333333;

  static final double LOG1P_1 = 0.012499999999999852;
  static final double LOG1P_2 = 0.0022321428571562578;
  static final double LOG1P_3 = 0.00043402777730931194;
  static final double LOG1P_4 = 8.877841747052107e-5;
  static final double LOG1P_5 = 1.8779960894605164e-5;
  static final double LOG1P_6 = 4.069573556960833e-6;
  static final double LOG1P_7 = 8.9525444498468e-7;
  static final double LOG1P_8 = 2.068553618408206e-7;
  static final double LOG1P_9 = 3.572532556319602e-8;
  static final double LOG1P_10 = 1.8633100749162258e-8;

  /** (t + 4)·(1 − Φ(t))/φ(t) as a polynomial in (t − 4)/(t + 4), t ≥ 0. */
  static final double MILLS_0 = 1.8932190633084853;

  static final double MILLS_1 = -1.523770910819983;
  static final double MILLS_2 = 0.9704095548675884;
  static final double MILLS_3 = -0.46754096299838227;
  static final double MILLS_4 = 0.15139176231244417;
  static final double MILLS_5 = -0.018900450860177838;
  static final double MILLS_6 = -0.008722295274272426;
  static final double MILLS_7 = 0.004087855659304865;
  static final double MILLS_8 = 0.00033424461634679655;
  static final double MILLS_9 = -0.0005792691295615175;
  static final double MILLS_10 = -4.78326488484487e-6;
  static final double MILLS_11 = 8.809486565615379e-5;
  static final double MILLS_12 = 1.796399305199001e-6;
  static final double MILLS_13 = -1.4840482207251022e-5;
  static final double MILLS_14 = -1.5787716000960715e-6;
  static final double MILLS_15 = 2.562686953998108e-6;
  static final double MILLS_16 = 6.829711462727005e-7;
  static final double MILLS_17 = -3.9157226211802494e-7;
  static final double MILLS_18 = -2.1774987446650273e-7;
  static final double MILLS_19 = 3.596756959715938e-8;
  static final double MILLS_20 = 5.3716177374040514e-8;
  static final double MILLS_21 = 4.034685395942614e-9;
  static final double MILLS_22 = -9.353258847618453e-9;
  static final double MILLS_23 = -2.3028806675727577e-9;
  static final double MILLS_24 = 8.53397642991103e-10;
  static final double MILLS_25 = 3.2028412405861333e-10;

  private Coefficients() {}
}
