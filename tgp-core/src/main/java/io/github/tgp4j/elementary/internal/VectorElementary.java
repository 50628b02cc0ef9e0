package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.ScalarRoutines.PARTIAL_SUMS;

import io.github.tgp4j.elementary.DrawnAffine;
import io.github.tgp4j.elementary.SelectedProduct;
import java.util.Arrays;

/**
 * As many elements at a time as the processor's vectors hold.
 *
 * <p>The last vector of a slice ends at its last element and overlaps the one before, so that there
 * is no remainder; each vector is read before the one ahead of it is written, because in place that
 * overwrites a part of the last. Slices shorter than a vector, and vectors with a lane out of the
 * ordinary, go to {@link ScalarElementary}, which gives the same bits.
 *
 * <p>The compiler (C2) keeps vectors in registers only where it has inlined every operation. It
 * always inlines the vector API's own methods, but ours only while there is room and the profile
 * says so. Hence each loop is one method that calls nothing but the vector API, with reductions and
 * polynomials spelt out; and that makes it longer than 325 bytecodes (FreqInlineSize), so that it
 * is never inlined into a caller whose room is used up. {@code VectorLoopsTest} guards both.
 *
 * <p>Not built on the vector API's own EXP, LOG, SINH and so on: their intrinsics round differently
 * from the code that runs until the loop is compiled, so a result would depend on when that
 * happens.
 */
public final class VectorElementary implements ElementaryProvider {
  private static final int LANES = VectorCoefficients.SPECIES.length();

  /** From the first extraordinary element on, so many get the wider exp. */
  private static final int WIDE = 256;

  private final ThreadLocal<double[]> sums =
      ThreadLocal.withInitial(() -> new double[2 * PARTIAL_SUMS]);
  private final ScalarElementary scalar = new ScalarElementary();
  private final VectorNormal normal = new VectorNormal();

  @Override
  public void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    int i = 0;
    while (n - i >= LANES) {
      i += VectorExponentials.exp(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(WIDE, n - i);
      if (m >= LANES) {
        VectorExponentials.expWidely(x, xFrom + i, y, yFrom + i, m);
        i += m;
      }
    }
    scalar.exp(x, xFrom + i, y, yFrom + i, n - i);
  }

  @Override
  public void expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorExponentials.expm1(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.expm1(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorLogarithms.log(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.log(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorLogarithms.log1p(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.log1p(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorExponentials.sinh(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.sinh(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorExponentials.cosh(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.cosh(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorLogarithms.asinh(x, xFrom + i, y, yFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.asinh(x, xFrom + i, y, yFrom + i, m);
      i += m;
    }
  }

  @Override
  public void sinhCosh(double[] x, int xFrom, double[] y, int yFrom, double[] c, int cFrom, int n) {
    for (int i = 0; i < n; ) {
      i += VectorExponentials.sinhCosh(x, xFrom + i, y, yFrom + i, c, cFrom + i, n - i);
      int m = Math.min(LANES, n - i);
      scalar.sinhCosh(x, xFrom + i, y, yFrom + i, c, cFrom + i, m);
      i += m;
    }
  }

  @Override
  public void sinhArcsinhInner(
      double a,
      double b,
      double limit,
      double[] f,
      int fFrom,
      double[] z,
      int zFrom,
      int n,
      double[] tape,
      int tapeFrom) {
    for (int i = 0; i < n; ) {
      int u = tapeFrom + i;
      i +=
          VectorLogarithms.sinhArcsinhInner(
              b, a, limit, f, fFrom + i, z, zFrom + i, n - i, tape, u, u + n);
      int m = Math.min(LANES, n - i);
      u = tapeFrom + i;
      ScalarRoutines.sinhArcsinhInner(a, b, limit, f, fFrom + i, z, zFrom + i, m, tape, u, u + n);
      i += m;
    }
  }

  @Override
  public void affinePullback(
      double b,
      double[] f,
      int fFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] thetaBar,
      int at) {
    double[] s = sums.get();
    Arrays.fill(s, 0.0);
    int whole = 0;
    if (LANES == PARTIAL_SUMS) {
      whole = VectorSinhArcsinh.affine(b, f, fFrom, bar, barFrom, n, s);
    }
    ScalarRoutines.affinePullback(b, f, fFrom, bar, barFrom, whole, n, s);
    ScalarRoutines.addSums(1.0, s, thetaBar, at);
  }

  @Override
  public void affineDraws(
      DrawnAffine map, double[] x, int xFrom, boolean shared, double[] y, int yFrom, int n) {
    if (map.draws() < LANES) {
      scalar.affineDraws(map, x, xFrom, shared, y, yFrom, n);
    } else if (shared) {
      VectorSinhArcsinh.affineOfShared(map, x, xFrom, y, yFrom, n);
    } else {
      VectorSinhArcsinh.affineOfOwn(map, x, xFrom, y, yFrom, n);
    }
  }

  @Override
  public void sinhArcsinhPullback(
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
    double[] s = sums.get();
    int whole = 0;
    if (LANES == PARTIAL_SUMS) {
      whole = VectorSinhArcsinh.wide(a, b, limit, tape, tapeFrom, bar, barFrom, n, s);
    } else if (2 * LANES == PARTIAL_SUMS) {
      whole = VectorSinhArcsinh.narrow(a, b, limit, tape, tapeFrom, bar, barFrom, n, s);
    } else {
      Arrays.fill(s, 0.0);
    }
    ScalarRoutines.sinhArcsinhPullback(a, b, limit, tape, tapeFrom, bar, barFrom, whole, n, n, s);
    ScalarRoutines.addSums(-1.0, s, thetaBar, at);
  }

  @Override
  public void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    if (n < LANES) {
      scalar.tanh(x, xFrom, y, yFrom, n);
    } else {
      VectorExponentials.tanh(x, xFrom, y, yFrom, n);
    }
  }

  @Override
  public void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    if (n < LANES) {
      scalar.softplus(x, xFrom, y, yFrom, n);
    } else {
      VectorLogarithms.softplus(x, xFrom, y, yFrom, n);
    }
  }

  @Override
  public void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
    if (n < LANES) {
      scalar.sigmoid(x, xFrom, y, yFrom, n);
    } else {
      VectorExponentials.sigmoid(x, xFrom, y, yFrom, n);
    }
  }

  @Override
  public void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    if (n < LANES) {
      scalar.normalPdf(x, xFrom, y, yFrom, n);
    } else {
      VectorExponentials.normalPdf(x, xFrom, y, yFrom, n);
    }
  }

  @Override
  public void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    normal.cdf(x, xFrom, y, yFrom, n);
  }

  @Override
  public void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    normal.logCdf(x, xFrom, y, yFrom, n);
  }

  @Override
  public String toString() {
    return "vector, " + LANES + " lanes";
  }

  @Override
  public void selectedProduct(
      double[] w,
      int[] weightAt,
      int[] inputAt,
      int inputs,
      int[] columns,
      double[] h,
      double[] bias,
      int biasAt,
      boolean rectify,
      double[] out) {
    int tile = SelectedProduct.TILE;
    int together = columns.length - columns.length % SelectedProduct.OUTPUTS;
    for (int t = 0; t < tile; t += 2 * LANES) {
      int j = 0;
      for (; j < together; j += SelectedProduct.OUTPUTS) {
        VectorProducts.four(
            w, weightAt, inputAt, inputs, columns, j, h, t, bias, biasAt, rectify, out, tile);
      }
      for (; j < columns.length; j++) {
        VectorProducts.one(
            w, weightAt, inputAt, inputs, columns, j, h, t, bias, biasAt, rectify, out, tile);
      }
    }
  }
}
