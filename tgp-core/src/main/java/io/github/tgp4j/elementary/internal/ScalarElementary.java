package io.github.tgp4j.elementary.internal;

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
      double[] out) {
    int tile = SelectedProduct.TILE;
    for (int j = 0; j < columns.length; j++) {
      int to = j * tile;
      Arrays.fill(out, to, to + tile, bias[biasAt + columns[j]]);
      for (int k = 0; k < inputs; k++) {
        double weight = w[weightAt[k] + columns[j]];
        int from = inputAt[k];
        for (int t = 0; t < tile; t++) {
          out[to + t] = Math.fma(weight, h[from + t], out[to + t]);
        }
      }
    }
  }
}
