package io.github.tgp4j.elementary.internal;

import io.github.tgp4j.elementary.Scalars;

/** One element at a time, with {@link Math} and {@link Scalars}: works everywhere. */
public final class ScalarElementary implements ElementaryProvider {
  @Override
  public void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.exp(x[xFrom + i]);
    }
  }

  @Override
  public void expm1(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.expm1(x[xFrom + i]);
    }
  }

  @Override
  public void log(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.log(x[xFrom + i]);
    }
  }

  @Override
  public void log1p(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.log1p(x[xFrom + i]);
    }
  }

  @Override
  public void sinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.sinh(x[xFrom + i]);
    }
  }

  @Override
  public void cosh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.cosh(x[xFrom + i]);
    }
  }

  @Override
  public void asinh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.asinh(x[xFrom + i]);
    }
  }

  @Override
  public void tanh(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.tanh(x[xFrom + i]);
    }
  }

  @Override
  public void softplus(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.softplus(x[xFrom + i]);
    }
  }

  @Override
  public void sigmoid(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.sigmoid(x[xFrom + i]);
    }
  }

  @Override
  public void normalPdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.normalPdf(x[xFrom + i]);
    }
  }

  @Override
  public void normalCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.normalCdf(x[xFrom + i]);
    }
  }

  @Override
  public void normalLogCdf(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Scalars.normalLogCdf(x[xFrom + i]);
    }
  }
}
