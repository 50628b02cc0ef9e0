package io.github.tgp4j.elementary.internal;

import io.github.tgp4j.elementary.DrawnAffine;

/**
 * What {@link io.github.tgp4j.elementary.Elementary} asks of an implementation; slices are checked
 * already. Every element must get the same bits wherever it sits in a slice.
 */
public interface ElementaryProvider {
  void exp(double[] x, int xFrom, double[] y, int yFrom, int n);

  void expm1(double[] x, int xFrom, double[] y, int yFrom, int n);

  void log(double[] x, int xFrom, double[] y, int yFrom, int n);

  void log1p(double[] x, int xFrom, double[] y, int yFrom, int n);

  void sinh(double[] x, int xFrom, double[] y, int yFrom, int n);

  void cosh(double[] x, int xFrom, double[] y, int yFrom, int n);

  void asinh(double[] x, int xFrom, double[] y, int yFrom, int n);

  /** sinh and cosh. */
  void sinhCosh(double[] x, int xFrom, double[] y, int yFrom, double[] c, int cFrom, int n);

  /**
   * On the tape asinh f, then √(1 + f²); z = b·asinh f − a within ±limit.
   *
   * @param tape from tapeFrom on, n values of each
   */
  void sinhArcsinhInner(
      double a,
      double b,
      double limit,
      double[] f,
      int fFrom,
      double[] z,
      int zFrom,
      int n,
      double[] tape,
      int tapeFrom);

  /** bar ← b·bar; adds Σ bar and Σ bar·f to thetaBar at {@code at} and the place after it. */
  void affinePullback(
      double b, double[] f, int fFrom, double[] bar, int barFrom, int n, double[] thetaBar, int at);

  /** See {@link DrawnAffine}. */
  void affineDraws(
      DrawnAffine map, double[] x, int xFrom, boolean shared, double[] y, int yFrom, int n);

  /** See {@link io.github.tgp4j.elementary.SinhArcsinh}. */
  void sinhArcsinhPullback(
      double a,
      double b,
      double limit,
      double[] tape,
      int tapeFrom,
      double[] bar,
      int barFrom,
      int n,
      double[] thetaBar,
      int at);

  void tanh(double[] x, int xFrom, double[] y, int yFrom, int n);

  void softplus(double[] x, int xFrom, double[] y, int yFrom, int n);

  void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n);

  void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n);

  void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n);

  void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n);

  /** See {@link io.github.tgp4j.elementary.SelectedProduct}. */
  void selectedProduct(
      double[] w,
      int[] weightAt,
      int[] inputAt,
      int inputs,
      int[] columns,
      double[] h,
      double[] bias,
      int biasAt,
      boolean rectify,
      double[] out);
}
