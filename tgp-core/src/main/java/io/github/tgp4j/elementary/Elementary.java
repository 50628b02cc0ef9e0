package io.github.tgp4j.elementary;

import io.github.tgp4j.elementary.internal.ElementaryProvider;
import io.github.tgp4j.elementary.internal.ElementaryProviders;

/**
 * Elementary functions over slices of arrays: y[yFrom + i] = f(x[xFrom + i]) for 0 ≤ i &lt; n. In
 * place (same array, same start) is allowed; slices that overlap otherwise are not.
 *
 * <p>Every element gets the same bits wherever it sits in a slice, on every processor and JVM, with
 * or without the vector API. Accurate to 3 ulp, Φ and log Φ to 6; NaN, infinities and signed zeros
 * as in {@link Math}. See docs/numerics.md.
 */
public final class Elementary {
  static final ElementaryProvider PROVIDER = ElementaryProviders.choose();

  private Elementary() {}

  /** eˣ. */
  public static void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.exp(x, xFrom, y, yFrom, n);
  }

  /** eˣ − 1. */
  public static void expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.expm1(x, xFrom, y, yFrom, n);
  }

  /** log x. */
  public static void log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.log(x, xFrom, y, yFrom, n);
  }

  /** log(1 + x). */
  public static void log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.log1p(x, xFrom, y, yFrom, n);
  }

  /** sinh x. */
  public static void sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.sinh(x, xFrom, y, yFrom, n);
  }

  /** cosh x. */
  public static void cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.cosh(x, xFrom, y, yFrom, n);
  }

  /** asinh x, odd and without cancellation. */
  public static void asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.asinh(x, xFrom, y, yFrom, n);
  }

  /** tanh x. */
  public static void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.tanh(x, xFrom, y, yFrom, n);
  }

  /** log(1 + eˣ). */
  public static void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.softplus(x, xFrom, y, yFrom, n);
  }

  /** 1/(1 + e⁻ˣ). */
  public static void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.sigmoid(x, xFrom, y, yFrom, n);
  }

  /** φ(x) = exp(−x²/2)/√(2π). */
  public static void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.normalPdf(x, xFrom, y, yFrom, n);
  }

  /** Φ(x), accurate relative to itself in the lower tail. */
  public static void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.normalCdf(x, xFrom, y, yFrom, n);
  }

  /** log Φ(x), accurate in both tails. */
  public static void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check(x, xFrom, y, yFrom, n);
    PROVIDER.normalLogCdf(x, xFrom, y, yFrom, n);
  }

  private static void check(double[] x, int xFrom, double[] y, int yFrom, int n) {
    check("x", x.length, xFrom, n);
    check("y", y.length, yFrom, n);
  }

  private static void check(String name, int length, int from, int n) {
    if ((length | from | n) < 0 || n > length - from) {
      throw new IndexOutOfBoundsException(
          name + ": expected a slice of an array of " + length + " but got " + n + " from " + from);
    }
  }
}
