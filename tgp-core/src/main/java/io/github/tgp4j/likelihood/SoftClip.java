package io.github.tgp4j.likelihood;

/**
 * Keeps a link's argument where exp and Φ neither overflow nor vanish; equation L0 in
 * docs/equations.md.
 *
 * <pre>
 *   clip(f) = f                                   for |f| ≤ L
 *           = sign(f)·(L + log1p(|f| − L))        beyond, so that the slope is continuous
 *           = sign(f)·(L + 15)                    from |f| ≈ L + 3·10⁶ on
 * </pre>
 */
final class SoftClip {
  /** Rates from e⁻⁴⁰ to e⁴⁰ are left alone: beyond 2⁵³ = e³⁶·⁷ counts are not exact anyway. */
  static final double LOG_RATE = 40.0;

  /** Φ(−20) ≈ 1e-89 and Φ(−35) is still a normal number. */
  static final double PROBIT = 20.0;

  private static final double MOST = 15.0;

  private SoftClip() {}

  static double value(double f, double limit) {
    double excess = Math.abs(f) - limit;
    return excess <= 0 ? f : Math.copySign(limit + Math.min(Math.log1p(excess), MOST), f);
  }

  /** The f nearest to zero whose {@link #value} this is, or, beyond all values, has the largest. */
  static double inverse(double value, double limit) {
    double excess = Math.abs(value) - limit;
    return excess <= 0 ? value : Math.copySign(limit + Math.expm1(Math.min(excess, MOST)), value);
  }

  static double slope(double f, double limit) {
    double excess = Math.abs(f) - limit;
    return excess <= 0 ? 1.0 : Math.log1p(excess) < MOST ? 1.0 / (1.0 + excess) : 0.0;
  }

  /** Whether all n values lie within the limit, where clipping does nothing; false for NaN. */
  static boolean within(double[] f, int from, int n, double limit) {
    double most0 = 0.0;
    double most1 = 0.0;
    int i = from;
    for (; i + 1 < from + n; i += 2) {
      most0 = Math.max(most0, Math.abs(f[i]));
      most1 = Math.max(most1, Math.abs(f[i + 1]));
    }
    if (i < from + n) {
      most0 = Math.max(most0, Math.abs(f[i]));
    }
    return Math.max(most0, most1) <= limit;
  }
}
