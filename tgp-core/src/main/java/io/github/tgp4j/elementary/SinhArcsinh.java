package io.github.tgp4j.elementary;

/**
 * g = sinh(z), z = b·asinh(f) − a, and its pullback, over slices; equation F8 in docs/equations.md.
 * Here, and not with the flow, because it is the training loop's most frequent operation and runs
 * in the processor's vectors.
 *
 * <p>The tape of n elements has u = asinh(f), then √(1 + f²), then cosh(z), which cost little
 * beside u and g. The same bits everywhere, as {@link Elementary}.
 */
public final class SinhArcsinh {
  /** Values per element on the tape. */
  public static final int TAPE_WIDTH = 3;

  private SinhArcsinh() {}

  /** Writes g and the tape; z is kept within ±limit. */
  public static void forward(
      double a,
      double b,
      double limit,
      double[] f,
      int fFrom,
      double[] g,
      int gFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    check("f", f, fFrom, n);
    check("g", g, gFrom, n);
    check("tape", tape, tapeFrom, TAPE_WIDTH * n);
    int cosh = tapeFrom + 2 * n;
    Elementary.PROVIDER.sinhArcsinhInner(a, b, limit, f, fFrom, g, gFrom, n, tape, tapeFrom);
    Elementary.PROVIDER.sinhCosh(g, gFrom, g, gFrom, tape, cosh, n);
  }

  /**
   * The pullback of {@link #forward}: bar[barFrom + i] becomes the adjoint of f_i, and those of a
   * and b are added to thetaBar at {@code at} and the place after it.
   */
  public static void pullback(
      double a,
      double b,
      double limit,
      double[] tape,
      int tapeFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] thetaBar,
      int at) {
    check("bar", bar, barFrom, n);
    check("tape", tape, tapeFrom, TAPE_WIDTH * n);
    Elementary.PROVIDER.sinhArcsinhPullback(
        a, b, limit, tape, tapeFrom, bar, barFrom, n, thetaBar, at);
  }

  /**
   * The pullback of the affine map a + b·f that follows it in most flows: bar ← b·bar, and the
   * adjoints of a and b are added to thetaBar.
   */
  public static void affinePullback(
      double b,
      double[] f,
      int fFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] thetaBar,
      int at) {
    check("f", f, fFrom, n);
    check("bar", bar, barFrom, n);
    Elementary.PROVIDER.affinePullback(b, f, fFrom, bar, barFrom, n, thetaBar, at);
  }

  static void check(String name, double[] x, int from, int n) {
    if ((from | n) < 0 || n > x.length - from) {
      throw new IndexOutOfBoundsException(
          name
              + ": expected a slice of an array of "
              + x.length
              + " but got "
              + n
              + " from "
              + from);
    }
  }
}
