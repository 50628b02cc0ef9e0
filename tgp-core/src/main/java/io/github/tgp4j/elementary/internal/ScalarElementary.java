package io.github.tgp4j.elementary.internal;

import static io.github.tgp4j.elementary.internal.ScalarRoutines.PARTIAL_SUMS;

import io.github.tgp4j.elementary.DrawnAffine;
import io.github.tgp4j.elementary.SelectedProduct;
import java.util.Arrays;

/** One element at a time: works everywhere. */
public final class ScalarElementary implements ElementaryProvider {
  @Override
  public void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.exp(x[xFrom + i]);
    }
  }

  @Override
  public void expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.expm1(x[xFrom + i]);
    }
  }

  @Override
  public void log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.log(x[xFrom + i]);
    }
  }

  @Override
  public void log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.log1p(x[xFrom + i]);
    }
  }

  @Override
  public void sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.sinh(x[xFrom + i]);
    }
  }

  @Override
  public void cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.cosh(x[xFrom + i]);
    }
  }

  @Override
  public void asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.asinh(x[xFrom + i]);
    }
  }

  @Override
  public void sinhCosh(double[] x, int xFrom, double[] y, int yFrom, double[] c, int cFrom, int n) {
    for (int i = 0; i < n; i++) {
      double v = x[xFrom + i];
      y[yFrom + i] = ScalarRoutines.sinh(v);
      c[cFrom + i] = ScalarRoutines.cosh(v);
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
    ScalarRoutines.sinhArcsinhInner(
        a, b, limit, f, fFrom, z, zFrom, n, tape, tapeFrom, tapeFrom + n);
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
    double[] sums = new double[2 * PARTIAL_SUMS];
    ScalarRoutines.affinePullback(b, f, fFrom, bar, barFrom, 0, n, sums);
    ScalarRoutines.addSums(1.0, sums, thetaBar, at);
  }

  @Override
  public void affineDraws(
      DrawnAffine map, double[] x, int xFrom, boolean shared, double[] y, int yFrom, int n) {
    double[] theta = map.theta();
    int draws = map.draws();
    for (int i = 0; i < n; i++) {
      for (int d = 0; d < draws; d++) {
        double v = x[shared ? xFrom + i : xFrom + i * draws + d];
        double z = v * theta[map.at() + draws + d] + map.sign() * theta[map.at() + d];
        y[yFrom + i * draws + d] = Math.min(map.limit(), Math.max(-map.limit(), z));
      }
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
    double[] sums = new double[2 * PARTIAL_SUMS];
    ScalarRoutines.sinhArcsinhPullback(a, b, limit, tape, tapeFrom, bar, barFrom, 0, n, n, sums);
    ScalarRoutines.addSums(-1.0, sums, thetaBar, at);
  }

  @Override
  public void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.tanh(x[xFrom + i]);
    }
  }

  @Override
  public void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.softplus(x[xFrom + i]);
    }
  }

  @Override
  public void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.sigmoid(x[xFrom + i]);
    }
  }

  @Override
  public void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.normalPdf(x[xFrom + i]);
    }
  }

  @Override
  public void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.normalCdf(x[xFrom + i]);
    }
  }

  @Override
  public void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = ScalarRoutines.normalLogCdf(x[xFrom + i]);
    }
  }

  @Override
  public String toString() {
    return "scalar";
  }

  /** In runs of points, which the compiler turns into vector instructions. */
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
    for (int j = 0; j < columns.length; j++) {
      int to = j * tile;
      Arrays.fill(out, to, to + tile, bias[biasAt + columns[j]]);
      if (j < together) {
        for (int k = 0; k < inputs; k++) {
          addTile(w[weightAt[k] + columns[j]], h, inputAt[k], out, to);
        }
      } else {
        oneOutput(w, weightAt, inputAt, inputs, columns[j], h, out, to);
      }
    }
    for (int i = 0; rectify && i < columns.length * tile; i++) {
      out[i] = 0.5 * (out[i] + Math.abs(out[i])); // exactly max(out, 0), in fewer instructions
    }
  }

  private static void oneOutput(
      double[] w,
      int[] weightAt,
      int[] inputAt,
      int inputs,
      int column,
      double[] h,
      double[] out,
      int to) {
    int tile = SelectedProduct.TILE;
    double[] sums = new double[4 * tile];
    System.arraycopy(out, to, sums, 0, tile);
    int interleaved = inputs & ~3;
    for (int k = 0; k < inputs; k++) {
      int sum = k < interleaved ? k % 4 * tile : 0;
      addTile(w[weightAt[k] + column], h, inputAt[k], sums, sum);
    }
    for (int t = 0; t < tile; t++) {
      out[to + t] = (sums[t] + sums[tile + t]) + (sums[2 * tile + t] + sums[3 * tile + t]);
    }
  }

  private static void addTile(double weight, double[] h, int from, double[] out, int to) {
    for (int t = 0; t < SelectedProduct.TILE; t++) {
      out[to + t] = Math.fma(weight, h[from + t], out[to + t]);
    }
  }
}
