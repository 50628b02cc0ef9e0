package io.github.tgp4j.network;

import io.github.tgp4j.elementary.Elementary;
import java.util.Locale;

/**
 * What hidden units do to their pre-activations; equations N3 and N4 in docs/equations.md.
 *
 * <p>The slope is read off the unit's value h after dropout, so the tape holds nothing else: a unit
 * that was dropped, or a rectifier that is shut, is exactly 0 and has slope 0. A kept tanh is never
 * exactly 0 because {@link #NUDGE}, far below its rounding, is added.
 */
public enum Activation {
  TANH {
    @Override
    void apply(double[] z, int from, int n) {
      Elementary.tanh(z, from, z, from, n);
      for (int i = from; i < from + n; i++) {
        z[i] += NUDGE;
      }
    }

    @Override
    void timesSlope(double[] h, double scale, double[] bar, int from, int n) {
      double inverse = 1.0 / scale;
      for (int i = from; i < from + n; i++) {
        double v = h[i];
        // h = scale·tanh(z): the slope is scale·(1 − tanh²) = scale − h²/scale where kept.
        double kept = Math.min(Math.abs(v) * HUGE, 1.0);
        bar[i] *= kept * (scale - v * v * inverse);
      }
    }
  },

  RELU {
    @Override
    void apply(double[] z, int from, int n) {
      for (int i = from; i < from + n; i++) {
        z[i] = Math.max(z[i], 0.0);
      }
    }

    @Override
    void timesSlope(double[] h, double scale, double[] bar, int from, int n) {
      for (int i = from; i < from + n; i++) {
        // A comparison would be a branch taken at random; min runs in vector registers.
        bar[i] *= Math.min(h[i] * HUGE, scale);
      }
    }
  };

  /** So small that it changes no value but 0. */
  private static final double NUDGE = 0x1p-1000;

  /** So large that it takes {@link #NUDGE} and all above it over 1. */
  private static final double HUGE = 0x1p1023;

  /** z becomes the activation of z, in place. */
  abstract void apply(double[] z, int from, int n);

  /**
   * Takes the adjoint of h = scale·mask·activation(z) to that of z, in place: bar ← bar·dh/dz,
   * where {@code scale} is what kept units were multiplied by. Both lie at the same index, without
   * which the compiler of Java 17 makes no vector loop.
   */
  abstract void timesSlope(double[] h, double scale, double[] bar, int from, int n);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
