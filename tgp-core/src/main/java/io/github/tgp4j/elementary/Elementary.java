package io.github.tgp4j.elementary;

/**
 * Elementary functions over slices of arrays: y[yFrom + i] = f(x[xFrom + i]) for 0 ≤ i &lt; n. In
 * place (same array, same start) is allowed.
 */
public final class Elementary {
  private Elementary() {}

  public static void exp(double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int i = 0; i < n; i++) {
      y[yFrom + i] = Math.exp(x[xFrom + i]);
    }
  }
}
