package io.github.tgp4j.variational;

/** Sums with eight running totals, in a fixed order: the JIT does not vectorise a single one. */
public final class Sums {
  private Sums() {}

  /** Σ x_i·y_i. */
  public static double dot(double[] x, int xFrom, double[] y, int yFrom, int n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8) {
      s0 += x[xFrom + i] * y[yFrom + i];
      s1 += x[xFrom + i + 1] * y[yFrom + i + 1];
      s2 += x[xFrom + i + 2] * y[yFrom + i + 2];
      s3 += x[xFrom + i + 3] * y[yFrom + i + 3];
      s4 += x[xFrom + i + 4] * y[yFrom + i + 4];
      s5 += x[xFrom + i + 5] * y[yFrom + i + 5];
      s6 += x[xFrom + i + 6] * y[yFrom + i + 6];
      s7 += x[xFrom + i + 7] * y[yFrom + i + 7];
    }
    for (; i < n; i++) {
      s0 += x[xFrom + i] * y[yFrom + i];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }

  /** Σ x_i. */
  public static double sum(double[] x, int from, int n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      s0 += x[from + i];
      s1 += x[from + i + 1];
      s2 += x[from + i + 2];
      s3 += x[from + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[from + i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
