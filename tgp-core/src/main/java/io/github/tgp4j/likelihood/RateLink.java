package io.github.tgp4j.likelihood;

import io.github.tgp4j.elementary.Elementary;
import io.github.tgp4j.elementary.Scalars;
import io.github.tgp4j.flow.Interval;
import java.util.Arrays;
import java.util.Locale;

/**
 * How a latent value gives a positive mean μ; equation L1 in docs/equations.md.
 *
 * <pre>
 *   exp       log μ = clip(f), clip as in {@link SoftClip}
 *   softplus  μ = log(1 + eᶠ), and log μ = clip(f) where eᶠ is negligible beside 1
 *   identity  μ = max(f, 1e-60); f must be positive, the floor is for underflow only
 * </pre>
 */
public enum RateLink {
  EXP,
  SOFTPLUS,
  IDENTITY;

  static final double FLOOR = 1e-60;

  /** Below this softplus(f) = eᶠ to the last bit. */
  private static final double SOFTPLUS_IS_EXP = -37.0;

  /** The latent values it accepts. */
  Interval domain() {
    return this == IDENTITY ? Interval.POSITIVE : Interval.REAL;
  }

  double logMean(double f) {
    return switch (this) {
      case EXP -> SoftClip.value(f, SoftClip.LOG_RATE);
      case SOFTPLUS ->
          f < SOFTPLUS_IS_EXP
              ? SoftClip.value(f, SoftClip.LOG_RATE)
              : Math.log(Scalars.softplus(f));
      case IDENTITY -> Math.log(Math.max(f, FLOOR));
    };
  }

  double mean(double f) {
    return switch (this) {
      case EXP -> Math.exp(logMean(f));
      case SOFTPLUS -> f < SOFTPLUS_IS_EXP ? Math.exp(logMean(f)) : Scalars.softplus(f);
      case IDENTITY -> Math.max(f, FLOOR);
    };
  }

  /**
   * logMean_i = log μ(f_i), mean_i = μ(f_i) and slope_i = ∂ log μ/∂f_i for n values from {@code
   * from} on; the results start at 0.
   */
  void evaluate(double[] f, int from, int n, double[] logMean, double[] mean, double[] slope) {
    switch (this) {
      case EXP -> {
        if (SoftClip.within(f, from, n, SoftClip.LOG_RATE)) {
          System.arraycopy(f, from, logMean, 0, n);
          Arrays.fill(slope, 0, n, 1.0);
        } else {
          for (int i = 0; i < n; i++) {
            logMean[i] = SoftClip.value(f[from + i], SoftClip.LOG_RATE);
            slope[i] = SoftClip.slope(f[from + i], SoftClip.LOG_RATE);
          }
        }
        Elementary.exp(logMean, 0, mean, 0, n);
      }
      case SOFTPLUS -> {
        Elementary.softplus(f, from, mean, 0, n);
        Elementary.sigmoid(f, from, slope, 0, n);
        Elementary.log(mean, 0, logMean, 0, n);
        for (int i = 0; i < n; i++) {
          slope[i] /= mean[i];
          if (f[from + i] < SOFTPLUS_IS_EXP) {
            logMean[i] = SoftClip.value(f[from + i], SoftClip.LOG_RATE);
            mean[i] = Math.exp(logMean[i]);
            slope[i] = SoftClip.slope(f[from + i], SoftClip.LOG_RATE);
          }
        }
      }
      case IDENTITY -> {
        for (int i = 0; i < n; i++) {
          mean[i] = Math.max(f[from + i], FLOOR);
          slope[i] = f[from + i] > FLOOR ? 1.0 / f[from + i] : 0.0;
        }
        Elementary.log(mean, 0, logMean, 0, n);
      }
    }
  }

  /** "poisson" for the usual link exp, "poisson(softplus)" for another. */
  String text(String likelihood) {
    return this == EXP ? likelihood : likelihood + "(" + this + ")";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
