package io.github.tgp4j.predict;

import io.github.tgp4j.elementary.Scalars;
import java.util.Locale;

/**
 * How much surer than it says a model is to be: a power a of the odds of every level; equation B10
 * in docs/equations.md.
 *
 * <pre>
 *   logit S(u) = a·logit u,   F′(y) = S(F(y)),   p′(y) = p(y)·S′(F(y)),   Q′(p) = Q(S⁻¹(p))
 * </pre>
 *
 * <p>A blend of forecasts that are each honest is too wide, since it adds their disagreement (a
 * &gt; 1 mends that); one that was learnt too closely is too narrow (a &lt; 1). The median stays.
 *
 * @param power a, from 1/8 to 8; 1 leaves everything as it is
 */
public record Sharpening(double power) {
  /** As it is. */
  public static final Sharpening NONE = new Sharpening(1.0);

  /** The greatest power; its inverse is the least. */
  public static final double MOST = 8.0;

  /** Levels are kept so far from 0 and 1: the next row may lie beyond all that was thought of. */
  private static final double EDGE = 1e-12;

  private static final double WIDEST = 16.0; // of the integral of the deviation
  private static final int NODES = 641;

  public Sharpening {
    if (!(power >= 1 / MOST && power <= MOST)) {
      throw new IllegalArgumentException(
          "sharpening: expected a power from " + 1 / MOST + " to " + MOST + " but got " + power);
    }
  }

  public boolean isNone() {
    return power == 1.0;
  }

  /** For people: "made surer by rows that were held out (odds to the power 1.39)". */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "made %s by rows that were held out (odds to the power %.3g)",
        power > 1 ? "surer" : "less sure",
        power);
  }

  private static double logit(double u) {
    return Math.log(u) - Math.log1p(-u);
  }

  /** S(u). */
  public double level(double u) {
    return powered(u, power);
  }

  /** S⁻¹(p), a level that can be asked for. */
  double asked(double p) {
    return Math.min(Math.nextDown(1.0), Math.max(Double.MIN_NORMAL, powered(p, 1 / power)));
  }

  private static double powered(double u, double power) {
    return u <= 0 || u >= 1 ? u : 1 / (1 + Math.exp(-power * logit(u)));
  }

  /**
   * log S′(u) = log a + log S(1 − S) − log u(1 − u). At 0 and 1, where y lies beyond all that was
   * thought possible, its density stays what it is.
   */
  public double logSlope(double u) {
    if (u <= 0 || u >= 1) {
      return 0.0;
    }
    double inside = Math.min(1 - EDGE, Math.max(EDGE, u));
    double l = logit(inside);
    return Math.log(power) + logSpread(power * l) - logSpread(l);
  }

  /** log s(1 − s) of s = 1/(1 + e⁻ᵗ). */
  private static double logSpread(double t) {
    return -Math.abs(t) - 2 * Math.log1p(Math.exp(-Math.abs(t)));
  }

  /** By what the standard deviation of a Gaussian changes: √∫ z² dS(Φ(z)). */
  double deviation() {
    if (isNone()) {
      return 1.0;
    }
    double sum = 0.0;
    double total = 0.0;
    for (int s = 0; s < NODES; s++) {
      double z = WIDEST * (2.0 * s / (NODES - 1) - 1);
      double l = Scalars.normalLogCdf(z) - Scalars.normalLogCdf(-z); // the logit of Φ(z)
      double weight = Math.exp(logSpread(power * l) - logSpread(l) - 0.5 * z * z);
      sum += weight * z * z;
      total += weight;
    }
    return Math.sqrt(sum / total);
  }
}
